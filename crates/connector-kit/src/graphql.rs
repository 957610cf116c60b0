//! A small reader of GraphQL documents: the fields that a client asks for, with their arguments, and the projection of an
//! answer to them.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// A field that is asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// The member of the answer: its alias, or its name.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Its arguments, with the variables put in.
    pub arguments: Value,
    /// The fields that are asked for of it.
    pub select: Vec<Select>,
}

/// A part of a selection.
#[derive(Debug, Clone, PartialEq)]
pub enum Select {
    /// A field.
    Field(Field),
    /// Fields of one type.
    On(String, Vec<Select>),
    /// A fragment that is defined elsewhere.
    Spread(String),
}

/// A document with one operation.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Document {
    /// It is a mutation.
    pub mutation: bool,
    /// The fields that it asks for.
    pub fields: Vec<Select>,
    /// Its fragments: type and selection.
    pub fragments: BTreeMap<String, (String, Vec<Select>)>,
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Mark(char),
    Dots,
    Name(String),
    Number(String),
    Text(String),
}

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut found = Vec::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let token = match c {
            '#' => {
                while rest.next_if(|c| *c != '\n').is_some() {}
                continue;
            }
            c if c.is_whitespace() || c == ',' || c == '\u{feff}' => continue,
            '.' => {
                if rest.next() != Some('.') || rest.next() != Some('.') {
                    return Err("Syntax Error: Unexpected character: \".\".".to_owned());
                }
                Token::Dots
            }
            '"' => Token::Text(string(&mut rest).ok_or("Syntax Error: Unterminated string.")?),
            c if c.is_ascii_digit() || c == '-' => {
                let mut number = String::from(c);
                while let Some(c) = rest.next_if(|c| c.is_ascii_digit() || "+-.eE".contains(*c)) {
                    number.push(c);
                }
                Token::Number(number)
            }
            c if c.is_ascii_alphabetic() || c == '_' => {
                let mut name = String::from(c);
                while let Some(c) = rest.next_if(|c| c.is_ascii_alphanumeric() || *c == '_') {
                    name.push(c);
                }
                Token::Name(name)
            }
            c if "{}()[]:!=@$|&".contains(c) => Token::Mark(c),
            c => return Err(format!("Syntax Error: Unexpected character: \"{c}\".")),
        };
        found.push(token);
    }
    Ok(found)
}

/// The rest of a string, without its quotation mark; none where it does not end.
fn string(rest: &mut impl Iterator<Item = char>) -> Option<String> {
    let mut text = String::new();
    loop {
        match rest.next()? {
            '"' => return Some(text),
            '\n' => return None,
            '\\' => text.push(match rest.next()? {
                'n' => '\n',
                't' => '\t',
                'u' => {
                    let code: String = rest.by_ref().take(4).collect();
                    u32::from_str_radix(&code, 16).ok().and_then(char::from_u32).unwrap_or('\u{fffd}')
                }
                c => c,
            }),
            c => text.push(c),
        }
    }
}

/// Deepest nesting that is read.
const DEPTH: u32 = 40;

struct Reader<'v> {
    tokens: std::iter::Peekable<std::vec::IntoIter<Token>>,
    given: &'v Value,
    variables: Map<String, Value>,
    depth: u32,
}

impl Reader<'_> {
    fn took(&mut self, mark: char) -> bool {
        self.tokens.next_if_eq(&Token::Mark(mark)).is_some()
    }

    fn must(&mut self, mark: char) -> Result<(), String> {
        if self.took(mark) { Ok(()) } else { Err(format!("Syntax Error: Expected \"{mark}\".")) }
    }

    fn name(&mut self) -> Result<String, String> {
        match self.tokens.next() {
            Some(Token::Name(name)) => Ok(name),
            _ => Err("Syntax Error: Expected Name.".to_owned()),
        }
    }

    fn deeper(&mut self) -> Result<(), String> {
        self.depth += 1;
        if self.depth > DEPTH { Err("Syntax Error: too deep.".to_owned()) } else { Ok(()) }
    }

    fn value(&mut self) -> Result<Value, String> {
        self.deeper()?;
        let value = match self.tokens.next() {
            Some(Token::Mark('$')) => {
                let name = self.name()?;
                match self.variables.get(&name) {
                    Some(value) => value.clone(),
                    None => return Err(format!("Variable \"${name}\" is not defined.")),
                }
            }
            Some(Token::Mark('[')) => {
                let mut items = Vec::new();
                while !self.took(']') {
                    items.push(self.value()?);
                }
                Value::Array(items)
            }
            Some(Token::Mark('{')) => self.named('}')?,
            Some(Token::Name(name)) => match name.as_str() {
                "true" => json!(true),
                "false" => json!(false),
                "null" => Value::Null,
                _ => json!(name),
            },
            Some(Token::Number(number)) => {
                number.parse().map_err(|_| format!("Syntax Error: Invalid number {number}."))?
            }
            Some(Token::Text(text)) => json!(text),
            _ => return Err("Syntax Error: Expected a value.".to_owned()),
        };
        self.depth -= 1;
        Ok(value)
    }

    fn named(&mut self, end: char) -> Result<Value, String> {
        let mut members = Map::new();
        while !self.took(end) {
            let name = self.name()?;
            self.must(':')?;
            members.insert(name, self.value()?);
        }
        Ok(Value::Object(members))
    }

    fn declared(&mut self) -> Result<(), String> {
        while !self.took(')') {
            self.must('$')?;
            let name = self.name()?;
            self.must(':')?;
            let mut required = false;
            while let Some(token) =
                self.tokens.next_if(|t| matches!(t, Token::Name(_) | Token::Mark('[' | ']' | '!')))
            {
                required = token == Token::Mark('!');
            }
            let default = if self.took('=') { Some(self.value()?) } else { None };
            match self.given.get(&name).cloned().or(default) {
                None | Some(Value::Null) if required => {
                    return Err(format!("Variable \"${name}\" of required type was not provided."));
                }
                value => self.variables.insert(name, value.unwrap_or(Value::Null)),
            };
        }
        Ok(())
    }

    fn selection(&mut self) -> Result<Vec<Select>, String> {
        self.deeper()?;
        self.must('{')?;
        let mut found = Vec::new();
        while !self.took('}') {
            if self.tokens.next_if_eq(&Token::Dots).is_some() {
                let name =
                    if self.tokens.peek() == Some(&Token::Mark('{')) { String::new() } else { self.name()? };
                found.push(match name.as_str() {
                    "on" => Select::On(self.name()?, self.selection()?),
                    "" => Select::On(name, self.selection()?),
                    _ => Select::Spread(name),
                });
                continue;
            }
            let mut name = self.name()?;
            let mut key = name.clone();
            if self.took(':') {
                key = std::mem::replace(&mut name, self.name()?);
            }
            let arguments = if self.took('(') { self.named(')')? } else { json!({}) };
            let inner = self.tokens.peek() == Some(&Token::Mark('{'));
            let select = if inner { self.selection()? } else { Vec::new() };
            found.push(Select::Field(Field { key, name, arguments, select }));
        }
        self.depth -= 1;
        if found.is_empty() { Err("Syntax Error: Expected Name, found \"}\".".to_owned()) } else { Ok(found) }
    }
}

/// Reads a document with its variables.
pub fn read(query: &str, variables: &Value) -> Result<Document, String> {
    let mut document = Document::default();
    let tokens = tokens(query)?.into_iter().peekable();
    let mut reader = Reader { tokens, given: variables, variables: Map::new(), depth: 0 };
    while let Some(token) = reader.tokens.peek() {
        let word = match token {
            Token::Mark('{') => "query".to_owned(),
            _ => reader.name()?,
        };
        if word == "fragment" {
            let name = reader.name()?;
            reader.name()?;
            let of = reader.name()?;
            document.fragments.insert(name, (of, reader.selection()?));
            continue;
        }
        if !document.fields.is_empty() || !["query", "mutation"].contains(&word.as_str()) {
            return Err(format!("Syntax Error: Unexpected Name \"{word}\"."));
        }
        document.mutation = word == "mutation";
        reader.tokens.next_if(|token| matches!(token, Token::Name(_)));
        if reader.took('(') {
            reader.declared()?;
        }
        document.fields = reader.selection()?;
    }
    if document.fields.is_empty() { Err("Must provide an operation.".to_owned()) } else { Ok(document) }
}

impl Document {
    /// The selected members of a value. One that the value does not have is an error in the program's words.
    pub fn project(&self, value: &Value, select: &[Select]) -> Result<Value, String> {
        let mut found = Map::new();
        match value {
            Value::Array(items) => {
                return items.iter().map(|item| self.project(item, select)).collect();
            }
            Value::Object(_) if select.is_empty() => {
                return Err("Field must have a selection of subfields.".to_owned());
            }
            Value::Object(_) => self.pick(value, select, &mut found)?,
            _ => return Ok(value.clone()),
        }
        Ok(Value::Object(found))
    }

    fn pick(&self, value: &Value, select: &[Select], into: &mut Map<String, Value>) -> Result<(), String> {
        let own = value.get("__typename").and_then(Value::as_str);
        let is = |name: &str| match own {
            Some(own) => {
                own == name || name == "Node" || (name == "ErrorResult" && value.get("errorCode").is_some())
            }
            None => true,
        };
        for part in select {
            match part {
                Select::On(name, inner) if name.is_empty() || is(name) => self.pick(value, inner, into)?,
                Select::On(..) => {}
                Select::Spread(name) => match self.fragments.get(name) {
                    Some((of, inner)) if is(of) => self.pick(value, inner, into)?,
                    Some(_) => {}
                    None => return Err(format!("Unknown fragment \"{name}\".")),
                },
                Select::Field(field) => {
                    let picked = match (value.get(&field.name), field.name.as_str()) {
                        // members of the scalar type JSON are not selected from
                        (Some(found), "customFields" | "metadata" | "data") if field.select.is_empty() => {
                            found.clone()
                        }
                        (Some(found), _) => self.project(found, &field.select)?,
                        (None, "__typename") => json!("Unknown"),
                        (None, name) => {
                            return Err(format!(
                                "Cannot query field \"{name}\" on type \"{}\".",
                                own.unwrap_or("?")
                            ));
                        }
                    };
                    merge(into.entry(field.key.clone()).or_insert(Value::Null), picked);
                }
            }
        }
        Ok(())
    }
}

/// Merges the members of a field that is asked for twice.
fn merge(into: &mut Value, other: Value) {
    match (into, other) {
        (Value::Object(into), Value::Object(other)) => {
            for (name, value) in other {
                merge(into.entry(name).or_insert(Value::Null), value);
            }
        }
        (Value::Array(into), Value::Array(other)) if into.len() == other.len() => {
            into.iter_mut().zip(other).for_each(|(into, other)| merge(into, other));
        }
        (into, other) => *into = other,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_read_and_answered() {
        let text = "query Q($o: [ID!], $n: Int = 2) { a: orders(options: {take: $n, filter: {id: {in: $o}}, sort: {id: ASC}}) \
                    { ...F id l { a } l { b } ... on Order { state } ... on Other { x } } } fragment F on Order { code }";
        let document = read(text, &json!({ "o": ["1"] })).unwrap();
        let Some(Select::Field(field)) = document.fields.first() else { panic!("no field") };
        assert_eq!(field.name, "orders");
        assert_eq!(
            field.arguments,
            json!({"options": {"take": 2, "filter": {"id": {"in": ["1"]}}, "sort": {"id": "ASC"}}})
        );
        let order = json!({ "__typename": "Order", "id": "1", "code": "C", "state": "S", "l": [{ "a": 1, "b": 2, "c": 3 }] });
        assert_eq!(
            document.project(&order, &field.select).unwrap(),
            json!({"id": "1", "code": "C", "state": "S", "l": [{ "a": 1, "b": 2 }]})
        );
        assert!(document.project(&json!({ "id": 1 }), &field.select).is_err());
        for bad in ["", "query {", "{ a(b: $x) }", "{}", "query ($a: ID!) { a }", "{ a(b: \"x }"] {
            assert!(read(bad, &Value::Null).is_err(), "{bad}");
        }
    }
}

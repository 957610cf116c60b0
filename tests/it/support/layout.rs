//! The layout of JSON files that the tests write: few lines, and a change shows in few of them.

use serde_json::Value;

const WIDTH: usize = 118;

/// The text of a value. A line holds what fits into it, and all of what is nested deeper than `depth`.
pub fn layout(value: &Value, depth: usize) -> String {
    let mut text = String::new();
    write(value, 0, "", depth, &mut text);
    text.push('\n');
    text
}

fn write(value: &Value, level: usize, name: &str, depth: usize, text: &mut String) {
    text.push_str(name);
    let line = value.to_string();
    let fits = level >= depth || level + name.chars().count() + line.chars().count() <= WIDTH;
    let (opening, members, closing): (_, Vec<(String, &Value)>, _) = match value {
        Value::Object(members) if !fits => {
            let named = |(name, member)| (format!("{}: ", Value::from(String::clone(name))), member);
            ('{', members.iter().map(named).collect(), '}')
        }
        Value::Array(items) if !fits => ('[', items.iter().map(|item| (String::new(), item)).collect(), ']'),
        _ => return text.push_str(&line),
    };
    let mut separator = opening;
    for (name, member) in members {
        text.push(separator);
        text.push('\n');
        text.extend(std::iter::repeat_n(' ', level + 1));
        write(member, level + 1, &name, depth, text);
        separator = ',';
    }
    text.push('\n');
    text.extend(std::iter::repeat_n(' ', level));
    text.push(closing);
}

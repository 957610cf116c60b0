//! The layout of JSON files that the tests write: few lines, and a change shows in few of them.

use serde_json::Value;

/// The text of a value. What fits into `width` characters stands on one line.
pub fn layout(value: &Value, width: usize) -> String {
    let mut text = String::new();
    write(value, 0, "", width, &mut text);
    text.push('\n');
    text
}

fn write(value: &Value, depth: usize, name: &str, width: usize, text: &mut String) {
    text.push_str(name);
    let line = value.to_string();
    let fits = depth + name.chars().count() + line.chars().count() <= width;
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
        text.extend(std::iter::repeat_n(' ', depth + 1));
        write(member, depth + 1, &name, width, text);
        separator = ',';
    }
    text.push('\n');
    text.extend(std::iter::repeat_n(' ', depth));
    text.push(closing);
}

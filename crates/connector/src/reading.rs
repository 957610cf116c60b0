//! Members of JSON answers. A member that is not what it should be is [`Stop::Unreadable`], with its name and never its
//! value.

use domain::values::dates::Instante;
use serde_json::Value;

use crate::connector::Stop;

/// A member; null where there is none.
pub fn part<'v>(of: &'v Value, name: &str) -> &'v Value {
    of.get(name).unwrap_or(&Value::Null)
}

/// A text that must be there.
pub fn text<'v>(of: &'v Value, name: &str) -> Result<&'v str, Stop> {
    part(of, name).as_str().ok_or_else(|| Stop::lacks(name))
}

/// A text; empty where there is none.
pub fn or_empty<'v>(of: &'v Value, name: &str) -> &'v str {
    part(of, name).as_str().unwrap_or_default()
}

/// A list that must be there.
pub fn rows<'v>(of: &'v Value, name: &str) -> Result<&'v [Value], Stop> {
    rows_of(part(of, name), name)
}

/// A list; empty where there is none.
pub fn rows_or_empty<'v>(of: &'v Value, name: &str) -> &'v [Value] {
    part(of, name).as_array().map_or(&[], Vec::as_slice)
}

/// A value that must be a list; `name` is what an error calls it.
pub fn rows_of<'v>(value: &'v Value, name: &str) -> Result<&'v [Value], Stop> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| Stop::lacks(name))
}

/// A time that must be there.
pub fn time(of: &Value, name: &str) -> Result<Instante, Stop> {
    text(of, name)?.parse().map_err(|_| Stop::Unreadable(format!("{name} is no time")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn members_are_read_or_named() {
        let of = json!({ "a": "x", "list": [1], "at": "2026-11-27T08:00:07.5Z", "null": null, "number": 1 });
        assert_eq!((text(&of, "a"), or_empty(&of, "a")), (Ok("x"), "x"));
        assert_eq!((rows(&of, "list"), rows_or_empty(&of, "list")), (Ok(&[json!(1)][..]), &[json!(1)][..]));
        assert_eq!(time(&of, "at"), Ok("2026-11-27T08:00:07.5Z".parse().unwrap_or_default()));
        for name in ["null", "number", "absent"] {
            assert_eq!((text(&of, name), rows(&of, name)), (Err(Stop::lacks(name)), Err(Stop::lacks(name))));
            assert_eq!((or_empty(&of, name), rows_or_empty(&of, name).len()), ("", 0));
            assert_eq!(time(&of, name), Err(Stop::lacks(name)));
        }
        assert_eq!(time(&of, "a"), Err(Stop::Unreadable("a is no time".to_owned())));
        assert_eq!((part(&of, "number"), part(&json!([]), "a")), (&json!(1), &Value::Null));
        assert_eq!(rows_of(&of, "answer"), Err(Stop::lacks("answer")));
    }
}

//! A finished backup is never written to again, nor replaced.

use super::*;

/// A new empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("entreposto-archive-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn write(target: &Target, text: &str) -> Result<Option<PathBuf>> {
    create(target, |out| Ok(out.write_all(text.as_bytes())?)).map(|(path, ())| path)
}

fn text(path: &Path) -> String {
    let mut text = String::new();
    open(path).unwrap().read_to_string(&mut text).unwrap();
    text
}

#[test]
fn backups_of_one_second_are_all_there_in_their_order() {
    let folder = folder("second");
    let target = Target::Folder(folder.clone());
    let written: Vec<PathBuf> = ["a", "b", "c"].map(|text| write(&target, text).unwrap().unwrap()).into();
    assert_eq!(list(&folder).unwrap(), written);
    assert_eq!(written.iter().map(|path| text(path)).collect::<String>(), "abc");
    assert_eq!(prune(&folder, 2).unwrap(), written[..1]);
    assert_eq!(list(&folder).unwrap(), written[1..]);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_name_that_is_taken_meanwhile_is_left_to_who_has_it() {
    let folder = folder("taken");
    let file = folder.join("x.zst");
    let refused = create(&Target::File(file.clone()), |out| {
        out.write_all(b"late")?;
        Ok(fs::write(&file, "early")?)
    });
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("x.zst is there already"), "{refused}");
    assert_eq!((text(&file).as_str(), fs::read_dir(&folder).unwrap().count()), ("early", 1));
    // in a folder there are others
    let (path, early) = create(&Target::Folder(folder.clone()), |out| {
        out.write_all(b"late")?;
        let early = free_name(&Target::Folder(folder.clone()))?;
        fs::write(&early, "early")?;
        Ok(early)
    })
    .unwrap();
    assert_eq!((text(&early).as_str(), text(&path.unwrap()).as_str()), ("early", "late"));
    // nor is one where a link points nowhere
    std::os::unix::fs::symlink("nowhere", folder.join("link")).unwrap();
    assert!(write(&Target::File(folder.join("link")), "x").is_err());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_has_got_its_name_is_no_unfinished_file() {
    let folder = folder("renamed");
    let (part, whole) = (folder.join(PART), folder.join("whole"));
    let opened = |text: &str| {
        fs::write(&part, text).unwrap();
        File::options().write(true).open(&part).unwrap()
    };
    assert!(is_unfinished(&opened("half"), &part).unwrap());
    // renamed between opening and locking, with and without a next one at its place
    let late = opened("whole");
    fs::rename(&part, &whole).unwrap();
    assert!(!is_unfinished(&late, &part).unwrap());
    drop(begin(&part).unwrap());
    assert!(!is_unfinished(&late, &part).unwrap());
    // killed between its two names
    fs::remove_file(&part).unwrap();
    fs::hard_link(&whole, &part).unwrap();
    begin(&part).unwrap().write_all(b"next").unwrap();
    assert_eq!((text(&whole).as_str(), text(&part).as_str()), ("whole", "next"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_lies_under_the_name_of_an_unfinished_file_is_not_written_to() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = folder("lies");
    let (part, others) = (folder.join("x.zst.part"), folder.join("others"));
    let leave: [(&str, &dyn Fn()); 4] = [
        ("link", &|| symlink(&others, &part).unwrap()),
        ("dangling", &|| symlink(folder.join("none"), &part).unwrap()),
        ("open", &|| {
            fs::write(&part, "x").unwrap();
            fs::set_permissions(&part, fs::Permissions::from_mode(0o666)).unwrap();
        }),
        ("closed", &|| {
            fs::write(&part, "x").unwrap();
            fs::set_permissions(&part, fs::Permissions::from_mode(0o400)).unwrap();
        }),
    ];
    for (name, leave) in leave {
        fs::write(&others, "theirs").unwrap();
        leave();
        let file = folder.join("x.zst");
        assert_eq!(write(&Target::File(file.clone()), "whole").unwrap(), Some(file.clone()), "{name}");
        assert_eq!((text(&file).as_str(), text(&others).as_str()), ("whole", "theirs"), "{name}");
        assert_eq!(fs::symlink_metadata(&file).unwrap().mode() & 0o7777, 0o600, "{name}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "{name}");
        fs::remove_file(file).unwrap();
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn of_many_at_once_each_is_whole_or_refused() {
    let folder = folder("many");
    let target = Target::File(folder.join("x.zst"));
    for _ in 0..200 {
        let tried: Vec<Result<_>> = std::thread::scope(|scope| {
            let begun: Vec<_> = (0..4).map(|_| scope.spawn(|| write(&target, "whole"))).collect();
            begun.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(tried.iter().filter(|tried| tried.is_ok()).count(), 1, "{tried:?}");
        assert_eq!(text(&folder.join("x.zst")), "whole");
        fs::remove_file(folder.join("x.zst")).unwrap();
    }
    fs::remove_dir_all(folder).unwrap();
}

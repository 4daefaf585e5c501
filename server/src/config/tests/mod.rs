//! Origins of values, invalid values, and completeness of the example file.

use std::collections::BTreeMap;

use super::*;

fn gather(flags: &Flags, env: &[(&str, &str)], file: &str) -> Result<Config> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(FILE);
    std::fs::write(&path, file).unwrap();
    let env: BTreeMap<String, String> = env.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    Config::gather(flags, |name| env.get(name).cloned(), &path)
}

#[test]
fn flag_over_environment_over_file_over_default() {
    let file =
        "PLUMBLINE_DATABASE = \"sqlite://file.db\"\nPLUMBLINE_RUN_TIMEOUT_S = 30\nPLUMBLINE_ADDR = \"127.0.0.1:1\"";
    let flags = Flags { database: Some("sqlite://flag.db".into()), ..Flags::default() };
    let config = gather(&flags, &[("PLUMBLINE_ADDR", "127.0.0.1:2")], file).unwrap();
    assert_eq!((config.database.value.as_str(), config.database.origin), ("sqlite://flag.db", Origin::Flag));
    assert_eq!((config.addr.value.port(), config.addr.origin), (2, Origin::Environment));
    assert_eq!((config.run_timeout_s.value, config.run_timeout_s.origin), (30, Origin::File));
    assert_eq!((config.tool_timeout_s.value, config.tool_timeout_s.origin), (15, Origin::Default));
}

#[test]
fn what_is_wrong_is_named() {
    let says = |env: &[(&str, &str)], file: &str| gather(&Flags::default(), env, file).unwrap_err().to_string();
    assert!(says(&[("PLUMBLINE_ADDR", "here")], "").contains("PLUMBLINE_ADDR (environment) is \"here\""));
    assert!(says(&[("REACT_MAX_ITERATIONS", "50")], "").contains("from 1 to 20"));
    assert!(says(&[("PLUMBLINE_LLM_PRICES", "/nowhere/prices.toml")], "").contains("PLUMBLINE_LLM_PRICES"));
    assert!(says(&[("PLUMBLINE_PLAN_PASSES", "0")], "").contains("from 1 to 10"));
    assert!(says(&[("PLUMBLINE_TOOLS_AT_ONCE", "0")], "").contains("from 1 to 32"));
    assert!(says(&[("PLUMBLINE_STRATEGY", "tools")], "").contains("needs a model"));
    assert!(says(&[("PLUMBLINE_LLM_API_KEY", "k")], "").contains("set PLUMBLINE_LLM_PROVIDER"));
    assert!(says(&[("RAG_DENSE_WEIGHT", "7")], "").contains("from 0 to 1"));
    assert!(says(&[("PLUMBLINE_LOG_FORMAT", "xml")], "").contains("text or json"));
    assert!(says(&[("PLUMBLINE_EMBEDDER", "big")], "").contains("auto, full, static or none"));
    assert!(says(&[], "PLUMBLINE_ADRESS = 3").contains("Did you mean PLUMBLINE_ADDR?"));
    let config = gather(&Flags::default(), &[], "").unwrap();
    let named = |name: &str| config.check_names([name.to_owned()].into_iter()).map_err(|e| e.to_string());
    assert!(named("PLUMBLINE_DATABASE_URL").unwrap_err().contains("Did you mean PLUMBLINE_DATABASE?"));
    assert!(named("PLUMBLINE_LLM_PROVIDRE").unwrap_err().contains("PLUMBLINE_LLM_PROVIDER"));
    for other in ["PLUMBLINE_SHOP_PASSWORD", "PLUMBLINE_LOG", "PLUMBLINE_PAGES_ONLY", "PATH"] {
        assert_eq!(named(other), Ok(()));
    }
}

#[test]
fn a_secret_may_stand_in_a_file_and_everything_of_ours_in_one_folder() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).display().to_string();
    std::fs::write(at("key"), "sk-s3cret\n").unwrap();
    std::fs::write(at("empty"), "\n").unwrap();
    let says = |env: &[(&str, &str)]| gather(&Flags::default(), env, "").map_err(|e| format!("{e:#}"));
    let (key, empty) = (at("key"), at("empty"));
    let by_file = [("PLUMBLINE_LLM_PROVIDER", "openai"), ("PLUMBLINE_LLM_API_KEY_FILE", key.as_str())];
    let config = says(&by_file).unwrap();
    assert_eq!(config.models.first.api_key.value.as_ref().unwrap().reveal(), "sk-s3cret");
    assert!(config.check_names(["PLUMBLINE_LLM_API_KEY_FILE".to_owned()].into_iter()).is_ok());
    assert!(!config.describe().contains("s3cret"));
    let both = says(&[by_file[0], by_file[1], ("PLUMBLINE_LLM_API_KEY", "x")]).unwrap_err();
    assert!(both.contains("are both set"), "{both}");
    assert!(says(&[("ADMIN_TOKEN_FILE", "/nowhere/token")]).unwrap_err().contains("cannot be read"));
    assert!(says(&[("ADMIN_TOKEN_FILE", &empty)]).unwrap_err().contains("is empty"));

    let folders = |env: &[(&str, &str)]| {
        let config = says(env).unwrap();
        [config.database.value, config.sources.sources_dir.value, config.search.model_dir.value]
    };
    let all = ["sqlite:///srv/desk/plumbline.db", "/srv/desk/sources", "/srv/desk/models"];
    assert_eq!(folders(&[("PLUMBLINE_DATA", "/srv/desk"), ("HOME", "/home/ann")]), all);
    let home = "/home/ann/.local/share/plumbline";
    let all = [format!("sqlite://{home}/plumbline.db"), format!("{home}/sources"), format!("{home}/models")];
    assert_eq!(folders(&[("HOME", "/home/ann")]), all);
    let all = ["sqlite://plumbline-data/plumbline.db", "plumbline-data/sources", "plumbline-data/models"];
    assert_eq!(folders(&[]), all);
}

#[test]
fn the_example_holds_every_setting_and_changes_none() {
    let example = Config::example().unwrap();
    let uncommented: String =
        example.lines().filter_map(|line| line.strip_prefix('#')).fold(String::new(), |all, line| {
            // Settings without a default are empty.
            let is_setting = line.starts_with(|c: char| c.is_ascii_uppercase()) && line.contains(" = ");
            if is_setting && !line.contains("= \"\"") { all + line + "\n" } else { all }
        });
    let (plain, set) = (gather(&Flags::default(), &[("HOME", "~")], ""), gather(&Flags::default(), &[], &uncommented));
    let values = |config: Config| config.declared.into_iter().map(|d| (d.name, d.shown)).collect::<Vec<_>>();
    let plain = values(plain.unwrap());
    assert_eq!(values(set.unwrap()), plain);
    for (name, _) in plain {
        assert!(example.contains(&format!("\n#{name} = ")), "{name}");
        assert!(about::describe(name).is_some_and(|about| about.ends_with('.')), "{name} says nothing of itself");
    }
    let misspelt = gather(&Flags::default(), &[], "").unwrap();
    let named = |name: &str| misspelt.check_names([name.to_owned()].into_iter()).map_err(|e| e.to_string());
    assert!(named("ADMIN_TOKN").unwrap_err().contains("Did you mean ADMIN_TOKEN?"));
}

#[test]
fn secrets_are_not_shown() {
    let config = gather(
        &Flags::default(),
        &[
            ("ADMIN_TOKEN", "s3cret-0123456789-0123456789-abcdef"),
            ("PLUMBLINE_DATABASE", "postgres://u:pw@h/d"),
            ("PLUMBLINE_LLM_PROVIDER", "openai"),
            ("PLUMBLINE_LLM_API_KEY", "sk-s3cret"),
        ],
        "",
    )
    .unwrap();
    for text in [config.describe(), format!("{config:?}")] {
        assert!(!text.contains("s3cret"), "{text}");
    }
    assert!(!config.describe().contains("pw"));
}

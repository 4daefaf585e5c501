//! stub
pub fn all() -> crate::tools::Registry {
    crate::tools::Registry::new(vec![])
}
pub fn examples() -> Vec<String> {
    vec![]
}

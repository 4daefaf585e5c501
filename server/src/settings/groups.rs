//! The settings that an admin may make on a page: those that take effect while the server runs.

/// A page's settings.
pub struct Group {
    /// The name in URLs.
    pub id: &'static str,
    pub names: &'static [&'static str],
}

/// All of them, in the order of the pages.
pub const GROUPS: [Group; 6] = [
    Group {
        id: "model",
        names: &[
            "PLUMBLINE_LLM_PROVIDER", "PLUMBLINE_LLM_BASE_URL", "PLUMBLINE_LLM_API_KEY", "PLUMBLINE_LLM_MODEL",
            "PLUMBLINE_LLM_PSEUDONYMS",
        ],
    },
    Group {
        id: "limits",
        names: &[
            "PLUMBLINE_LLM_FALLBACK_PROVIDER", "PLUMBLINE_LLM_FALLBACK_BASE_URL", "PLUMBLINE_LLM_FALLBACK_API_KEY",
            "PLUMBLINE_LLM_FALLBACK_MODEL", "PLUMBLINE_LLM_LIGHT_MODEL", "PLUMBLINE_STRATEGY", "PLUMBLINE_LLM_CONTEXT",
            "PLUMBLINE_LLM_TIMEOUT_S", "PLUMBLINE_RUN_MAX_TOKENS", "PLUMBLINE_RUN_MAX_COST_USD",
            "PLUMBLINE_DAY_TOKENS", "PLUMBLINE_DAY_COST_USD",
        ],
    },
    Group {
        id: "mail",
        names: &[
            "PLUMBLINE_SMTP_URL", "PLUMBLINE_MAIL_USER", "PLUMBLINE_MAIL_PASSWORD", "PLUMBLINE_MAIL_FROM",
            "PLUMBLINE_MAIL_TO",
        ],
    },
    Group { id: "webhook", names: &["PLUMBLINE_WEBHOOK_URL", "PLUMBLINE_WEBHOOK_SECRET", "PLUMBLINE_WEBHOOK_EVENTS"] },
    Group { id: "watching", names: &["PLUMBLINE_WATCH_ADDRESSES", "PLUMBLINE_WATCH_MAIL", "PLUMBLINE_WATCH_TEXTS"] },
    Group {
        id: "sign-in",
        names: &[
            "PLUMBLINE_OIDC_ISSUER", "PLUMBLINE_OIDC_CLIENT_ID", "PLUMBLINE_OIDC_CLIENT_SECRET",
            "PLUMBLINE_PUBLIC_URL", "PLUMBLINE_OIDC_NAME", "PLUMBLINE_OIDC_GROUPS_CLAIM", "PLUMBLINE_OIDC_ADMINS",
            "PLUMBLINE_OIDC_REVIEWERS", "PLUMBLINE_OIDC_MANAGERS", "PLUMBLINE_OIDC_SEES",
        ],
    },
];

/// The group of this name.
pub fn group(id: &str) -> Option<&'static Group> {
    GROUPS.iter().find(|group| group.id == id)
}

/// Whether a setting of this name may be made on a page.
pub fn is_on_a_page(name: &str) -> bool {
    GROUPS.iter().any(|group| group.names.contains(&name))
}

/// Whether a stored name is that of an external tool's section, such as `mcp.NAME`.
pub fn is_section(name: &str) -> bool {
    name.starts_with("mcp.") || name.starts_with("api.")
}

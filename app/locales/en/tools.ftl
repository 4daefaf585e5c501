## The page of external tools

tools-about = MCP servers and APIs whose tools the desk uses. A tool needs your approval for each call unless you say that it only reads.
tools-loading = Connecting to the tools
tools-problem = A setting has no effect
tools-added = Added
tools-saved = Saved. New questions use it; runs under way end as they began.
tools-paused = Paused
tools-resumed = In use again
tools-tried = Tried again. The state below is what was found.
tools-removed = Removed
tools-accepted = Accepted. It is in use within a minute.
tools-signed-in = Signed in

## Waiting tools

tools-waiting = Waiting for you
tools-waiting-about = These tools are new or describe themselves differently than when they were accepted. Until you accept them they are not used.
tools-changed = Changed
tools-new = New
tools-difference = What { $tool } of { $name } says of itself, compared with before
tools-accept = Accept
tools-accept-one = Accept { $tool } as it is now

## MCP servers and APIs

tools-origins = MCP servers and APIs
tools-none = None yet. Add one below, or declare it in plumbline.toml.
tools-kind = { $kind ->
    [mcp] MCP server
   *[api] API
}
# The state of an MCP server or an API.
tools-state = { $state ->
    [connected] Connected
    [read] Ready
    [unreachable] Cannot be reached
    [unreadable] Cannot be read
    [paused] Paused
   *[connecting] Connecting
}
tools-count = { $used } of { $count ->
    [one] { $count } tool
   *[other] { $count } tools
} in use
tools-locked = Declared in plumbline.toml. Change it there, and restart.
tools-sign-in = Sign in
tools-sign-in-one = Sign in to { $name }
tools-of = Tools of { $name }
tools-tool = Tool
tools-description = What it says it does
tools-use = Use
tools-use-one = Use of { $name }
# How a tool is used.
tools-used = { $used ->
    [reads] Only reads
    [off] Off
   *[acts] Acts, with approval
}
tools-save = Save
tools-reads-hint = “Only reads” is your word, not the server's: such a tool is called without approval.
tools-try = Try again
tools-try-one = Try { $name } again
tools-pause = Pause
tools-pause-one = Pause { $name }
tools-resume = Resume
tools-resume-one = Resume { $name }
tools-remove = Remove
tools-remove-one = Remove { $name }
tools-remove-means = Its tools are gone from new questions, and its key is deleted.
tools-remove-really = Remove for good
tools-remove-really-one = Remove { $name } for good

## Adding one

tools-add-mcp = Add an MCP server
tools-add-mcp-about = By its address. The desk connects and lists its tools.
tools-add-api = Add an API
tools-add-api-about = By its OpenAPI description (3.0 or 3.1, JSON or YAML). Each operation becomes a tool.
tools-name = Name
tools-name-note = Letters, digits and underscores. Tool names begin with it.
tools-address = Address
tools-token = Token
tools-token-note = Optional. It is stored encrypted and never shown.
tools-issuer = Sign-in provider
tools-issuer-note = Optional, instead of a token. You then sign in there, and everybody at the desk uses the server as you.
tools-programs = Servers that are started as programs can only be declared in plumbline.toml: adding one here would mean running code from a page.
tools-description-address = Address of the description
tools-description-file = Or upload it
tools-description-file-note = Up to 1 MiB.
tools-base-url = Address of the API
tools-base-url-note = Empty: as the description says.
tools-key = Key
tools-key-header = Header of the key
tools-key-header-note = Empty: Authorization with Bearer.
tools-add = Add and connect

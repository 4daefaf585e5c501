## Said in many places

accounts-name = Name
accounts-password = Password
accounts-role = Role
accounts-role-name = { $role ->
    [reviewer] reviewer
    [admin] admin
   *[manager] manager
}
accounts-sees = Sees
accounts-state = State
accounts-may-sign-in = May sign in
accounts-never = Never
accounts-copy = Copy
accounts-copied = Copied
accounts-door-loading = Loading

## Which customers somebody sees: under "Sees", and after "You see"

accounts-sees-all = all customers
accounts-sees-none = no customers
# $id is the id of the customer.
accounts-sees-one = the customer { $id }
# $lists are the three that follow, those that are chosen, with semicolons between.
accounts-sees-some = the customers of: { $lists }
# Relationship managers, by their names.
accounts-sees-managers = { $names }
accounts-sees-segments = { $count ->
    [one] segment { $names }
   *[other] segments { $names }
}
accounts-sees-regions = { $count ->
    [one] region { $names }
   *[other] regions { $names }
}

## The choice of them

accounts-view-all = All customers
accounts-view-any = Or customers who match any of these:
accounts-view-manager = Relationship manager
accounts-view-segment = Segment
accounts-view-region = Region

## Everybody's accounts

accounts-about = Who may use Plumbline, what they may do, and which customers they see.
accounts-loading = Loading the accounts
accounts-by-name = Accounts, by name
accounts-signed-in = Last signed in
accounts-change = Change
accounts-change-of = Change { $name }
accounts-disabled = disabled
accounts-by-firm = By the firm's sign-in
accounts-you = You
accounts-change-means = Anyone who loses access must sign in again.
accounts-disabled-means = Disabled: may not sign in, its tokens open nothing
accounts-save = Save
accounts-cancel = Cancel
accounts-invite = Invite somebody
accounts-invite-means = You get a link that works once, for a day. Send it to them yourself. With the name of an account it sets a new password.
# After "Name", the label of a field.
accounts-invite-name-hint = (empty lets them choose)
accounts-invite-make = Make a link
accounts-invite-made = The link. Copy it now: it is not shown again.

## Joining by an invitation

accounts-join = Join
accounts-join-nothing = Nothing to join
accounts-invited = You are invited as { $role ->
    [reviewer] a reviewer
    [admin] an admin
   *[manager] a manager
}. Choose how you sign in.
accounts-join-password-hint = At least 12 characters. Three or four words in a row are good.

## Signing in

accounts-sign-in-with = Sign in with { $provider }
accounts-none = There is no account yet
# A command follows, and a full stop.
accounts-none-how = Open the link that the server printed at its start, on the machine itself, or run
accounts-oidc-off = Signing in with your firm's account is not set up here.
accounts-oidc-state = The sign-in took too long, or was begun in another browser. Try again.
accounts-oidc-denied = Your firm's sign-in did not let you in. Try again, or ask its administrator.
accounts-oidc-unreachable = Your firm's sign-in cannot be reached. Try again later.
accounts-oidc-untrusted = Your firm's sign-in sent something that cannot be trusted. Ask your Plumbline administrator; the log has details.
accounts-oidc-group = Your firm's account is in none of the groups that may use Plumbline. Ask your Plumbline administrator.

## One's own account

accounts-own = Account
accounts-own-loading = Loading your account
# $sees is a text of those above: all customers, no customers …
accounts-own-may = You are { $role ->
    [reviewer] a reviewer
    [admin] an admin
   *[manager] a manager
}. You see { $sees }.
accounts-local-means = There are no accounts, so every user of this machine may do everything here. Other machines cannot reach this server.
accounts-first = Make the first account
# A command follows, and a full stop.
accounts-first-how = Open the link that the server printed at its start, on this machine, or run
accounts-first-then = From then on everybody signs in.
accounts-sign-out = Sign out
accounts-sign-out-everywhere = Sign out everywhere
accounts-password-old = Old password
accounts-password-new = New password
accounts-password-hint = At least 12 characters. Other devices are signed out.
accounts-password-change = Change the password

## Browsers in which one is signed in

accounts-sign-ins = Where you are signed in
accounts-sign-ins-about = End what you do not know, and change your password then.
accounts-sign-ins-loading = Loading your sign-ins
accounts-sign-ins-yours = Your sign-ins
accounts-sign-ins-newest = Your sign-ins, last used first
accounts-sign-in-browser = Browser
accounts-sign-in-unknown = Unknown browser
accounts-sign-in-since = Since
accounts-sign-in-used = Last used
accounts-sign-in-here = this browser
accounts-sign-in-end = End
# $browser is a browser and a system, as "Firefox, Linux".
accounts-sign-in-end-of = End the sign-in in { $browser }

## Tokens of the API

accounts-tokens = API tokens
accounts-tokens-about = A program sends one to use Plumbline as you. It can do no more than you can.
accounts-tokens-loading = Loading the tokens
accounts-tokens-yours = Your API tokens
accounts-tokens-newest = API tokens, newest first
accounts-tokens-none = No tokens yet.
# What a token may do; the texts of accounts-token-use stand below.
accounts-token-may = May
accounts-token-use = { $may ->
    [ask] Ask, as a manager
    [review] Review
    [admin] Everything, as an admin
    [embed] Make tokens for panels only
   *[read] Read only
}
accounts-token-expires = Expires
accounts-token-last-used = Last used
accounts-token-revoke = Revoke
accounts-token-revoke-of = Revoke “{ $name }”
accounts-token-revoked = Revoked { $date }
# Whose token it is, after the token's name.
accounts-token-of = of { $name }
accounts-token-name-example = nightly report
accounts-token-valid = Valid for
accounts-token-days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
accounts-token-make = Make a token
accounts-token-made = The new token. Copy it now: it is not shown again.

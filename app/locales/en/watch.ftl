# Watched figures: the link under an answer, the form, the list, and the messages.
watch-tell-me = Tell me when this changes
watch-about = Figures of answers that are computed again when the data changes, and whom each message goes to.
watch-loading = Loading the watched figures
watch-none = No figure is watched yet. Open an answer with a figure, and choose “Tell me when this changes”.
watch-newest = Watched figures, the newest first
watch-begun = The figure is watched
watch-begun-next = The first message comes when the rule is met. “Send now” sends one as a trial.
watch-tried = A trial message is on its way
watch-tried-next = If it does not arrive, the list says why.

watch-new = Watch a figure
watch-new-about = The figure is computed again when the data changes, without a model. Messages go out when your rule is met.
watch-no-figures = This answer has no figure to watch
watch-no-figures-why = Only figures that a tool of the desk found can be computed again.
watch-no-ways = There is no way to send messages yet
watch-no-ways-how = An admin must first set up mail, a webhook, or an address of Slack or Teams.
watch-no-ways-book = How to set it up
watch-sends = Messages hold the figure, what it was before, why it moved, and a link to this conversation.
watch-sends-texts = Messages hold the question, the figure, what it was before, why it moved, and a link to this conversation.
watch-figure = Figure
watch-when = When
watch-when-changes = When it changes by more than
watch-when-passes = When it passes a threshold
watch-when-at = At a time, whether or not it changed
watch-by = By more than
watch-measured-in = Measured in
watch-unit = { $unit ->
    [percent] percent
   *[amount] the figure’s own unit
}
watch-direction = Direction
watch-side = { $side ->
    [below] falls below
   *[above] rises above
}
watch-level = Threshold
watch-days = Days
watch-every = { $every ->
    [monday] every Monday
    [month] the first day of each month
   *[day] every day
}
watch-hour = Hour
watch-way = Sent to
watch-way-mail = Mail
watch-way-webhook = The firm’s webhook
watch-way-slack = { $name } (Slack)
watch-way-teams = { $name } (Teams)
watch-to = Mail address
watch-begin = Start watching

watch-rule-changes = Changes by more than { $unit ->
    [percent] { $by }%
   *[amount] { $by }
}
watch-rule-passes = { $side ->
    [below] Falls below { $level }
   *[above] Rises above { $level }
}
watch-rule-at = { $every ->
    [monday] Every Monday, { $hour }
    [month] The first of each month, { $hour }
   *[day] Every day, { $hour }
}
watch-period-all = all dates
watch-period-moves = { $period }, moves with the data
watch-period-fixed = { $period }, fixed
watch-column-what = Question and figure
watch-column-figure = Last figure
watch-column-sent = Last message
watch-column-state = State
watch-column-actions = Actions
watch-owner = Watched by { $name }
watch-never = never
watch-looked = computed { $time }
watch-next = next { $time }
watch-state-active = active
watch-state-paused = paused
watch-state-owner-gone = owner’s account is gone
watch-state-no-access = owner may no longer see it
watch-state-deleted = conversation deleted
watch-try = Send now
watch-pause = Pause
watch-resume = Resume
watch-delete = Delete
watch-action-of = { $action }: { $question }

watch-mail-changed = Changed: { $figure }
watch-mail-passed = { $side ->
    [below] Below { $level }: { $figure }
   *[above] Above { $level }: { $figure }
}
watch-mail-due = { $figure }
watch-mail-trial = Trial: { $figure }
watch-mail-before = { $figure }. On { $date } it was { $before } ({ $change }).
watch-mail-same = { $figure }, as on { $date }.
watch-mail-why = Why it moved: { $why }
watch-mail-open = Open the conversation
watch-points = { $change } percentage points

chat-title = Slack and Teams
chat-about = Chats that messages about watched figures may go to. People choose them by name; the addresses are stored encrypted, and never shown.
chat-name = Name
chat-kind = Kind
chat-url = Address of the incoming webhook
chat-add = Add
chat-remove = Remove
chat-remove-one = Remove { $name }
chat-locked = The server’s own settings list the chats (PLUMBLINE_WATCH_ADDRESSES), so they cannot be changed here.

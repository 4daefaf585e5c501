## The page of external tools

tools-about = MCP-Server und APIs, deren Werkzeuge genutzt werden. Jeder Aufruf braucht Ihre Zustimmung, außer Sie legen fest, dass ein Werkzeug nur liest.
tools-loading = Verbindung zu den Werkzeugen
tools-problem = Eine Einstellung ist wirkungslos
tools-added = Hinzugefügt
tools-saved = Gespeichert. Gilt für neue Fragen; laufende enden so, wie sie begonnen haben.
tools-paused = Angehalten
tools-resumed = Wieder in Gebrauch
tools-tried = Erneut versucht. Der Zustand unten ist das Ergebnis.
tools-removed = Entfernt
tools-accepted = Angenommen. In höchstens einer Minute in Gebrauch.
tools-signed-in = Angemeldet

## Waiting tools

tools-waiting = Wartet auf Sie
tools-waiting-about = Diese Werkzeuge sind neu oder beschreiben sich anders als bei ihrer Annahme. Bis Sie sie annehmen, werden sie nicht genutzt.
tools-changed = Geändert
tools-new = Neu
tools-difference = Wie sich { $tool } von { $name } beschreibt, verglichen mit vorher
tools-accept = Annehmen
tools-accept-one = { $tool } in der jetzigen Form annehmen

## MCP servers and APIs

tools-origins = MCP-Server und APIs
tools-none = Noch keine. Fügen Sie unten welche hinzu oder tragen Sie sie in plumbline.toml ein.
tools-kind = { $kind ->
    [mcp] MCP-Server
   *[api] API
}
# The state of an MCP server or an API.
tools-state = { $state ->
    [connected] Verbunden
    [read] Bereit
    [unreachable] Nicht erreichbar
    [unreadable] Nicht lesbar
    [paused] Angehalten
   *[connecting] Verbindung wird aufgebaut
}
tools-count = { $used } von { $count ->
    [one] { $count } Werkzeug
   *[other] { $count } Werkzeugen
} in Gebrauch
tools-locked = In plumbline.toml eingetragen. Ändern Sie es dort und starten Sie neu.
tools-sign-in = Anmelden
tools-sign-in-one = Bei { $name } anmelden
tools-of = Werkzeuge von { $name }
tools-tool = Werkzeug
tools-description = Was es nach eigener Angabe tut
tools-use = Verwendung
tools-use-one = Verwendung von { $name }
# How a tool is used.
tools-used = { $used ->
    [reads] Liest nur
    [off] Aus
   *[acts] Handelt, mit Zustimmung
}
tools-save = Speichern
tools-reads-hint = „Liest nur“ ist Ihr Wort, nicht das des Servers: Ein solches Werkzeug wird ohne Zustimmung aufgerufen.
tools-try = Erneut versuchen
tools-try-one = { $name } erneut versuchen
tools-pause = Anhalten
tools-pause-one = { $name } anhalten
tools-resume = Fortsetzen
tools-resume-one = { $name } fortsetzen
tools-remove = Entfernen
tools-remove-one = { $name } entfernen
tools-remove-means = Neue Fragen nutzen seine Werkzeuge nicht mehr, und der Schlüssel wird gelöscht.
tools-remove-really = Endgültig entfernen
tools-remove-really-one = { $name } endgültig entfernen

## Adding one

tools-add-mcp = MCP-Server hinzufügen
tools-add-mcp-about = Über seine Adresse. Nach dem Verbinden werden seine Werkzeuge aufgelistet.
tools-add-api = API hinzufügen
tools-add-api-about = Über ihre OpenAPI-Beschreibung (3.0 oder 3.1, JSON oder YAML). Jede Operation wird zu einem Werkzeug.
tools-name = Name
tools-name-note = Buchstaben ohne Umlaute, Ziffern und Unterstriche. Die Namen der Werkzeuge beginnen damit.
tools-address = Adresse
tools-token = Token
tools-token-note = Optional. Wird verschlüsselt gespeichert und nie angezeigt.
tools-issuer = Anmeldedienst
tools-issuer-note = Optional, statt eines Tokens. Sie melden sich dann dort an, und alle nutzen den Server in Ihrem Namen.
tools-programs = Server, die als Programm gestartet werden, lassen sich nur in plumbline.toml eintragen: Sie hier hinzuzufügen hieße, Code von einer Seite aus auszuführen.
tools-description-address = Adresse der Beschreibung
tools-description-file = Oder laden Sie sie hoch
tools-description-file-note = Bis zu 1 MiB.
tools-base-url = Adresse der API
tools-base-url-note = Leer: wie in der Beschreibung.
tools-key = Schlüssel
tools-key-header = Header für den Schlüssel
tools-key-header-note = Leer: Authorization mit Bearer.
tools-add = Hinzufügen und verbinden

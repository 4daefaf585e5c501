// People with accounts on the server with accounts, and their password.
export const PASSWORD = 'correct horse battery';

/** One account a line: what `plumbline user add` takes. */
export const ACCOUNTS = ['ann --role admin', 'ben --role manager --segment corporate'].join('\n');

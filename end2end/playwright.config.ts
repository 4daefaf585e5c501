// Walks through Plumbline in a real browser, against the real server with the demo bank.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { ACCOUNTS, PASSWORD } from './people';

/** A port that nobody listens on. Workers read this file too: they take over what the first reading chose. */
function freePort(): string {
  const ask = 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})';
  return execFileSync(process.execPath, ['-e', ask], { encoding: 'utf8' }).trim();
}

/** Debian's Chromium, or the first on the path. */
function chromium(): string {
  const usual = '/usr/bin/chromium';
  return existsSync(usual) ? usual : execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim();
}

/** A server that gives each tool call a pause of so many milliseconds before it. */
function server(name: string, pace: number, more: Record<string, string> = {}) {
  const port = (process.env[`PLUMBLINE_WALKS_PORT_${name}`] ??= freePort());
  const address = `http://127.0.0.1:${port}`;
  const start = {
    command: `./serve ${port}`,
    url: `${address}/health`,
    timeout: 120_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    // The same results whether or not this machine has the embedding model.
    env: { PLUMBLINE_PACE_MS: String(pace), PLUMBLINE_LOG: 'warn,tantivy=error', PLUMBLINE_EMBEDDER: 'none', ...more },
  } as const;
  return { address, start };
}

// A chat for messages about watched figures, where nobody listens.
const chat = { PLUMBLINE_WATCH_ADDRESSES: 'Walks=slack:http://127.0.0.1:9/hook' };
const quick = server('QUICK', 0, chat);
// Every page is checked in every width and theme, by a separate server, in parallel with the walks that change
// something.
const LOOKS = ['**/axe.spec.ts', '**/widths.spec.ts'];
// Long enough to be watched, left and stopped midway, even on a busy machine.
const slow = server('SLOW', Number(process.env.PLUMBLINE_PACE_MS ?? 5_000));

// A model that follows a script, over real HTTP, and a server that uses it.
const modelPort = (process.env.PLUMBLINE_WALKS_PORT_SCRIPT ??= freePort());
const script = {
  command: `node model.mjs ${modelPort}`,
  url: `http://127.0.0.1:${modelPort}/`,
  timeout: 30_000,
  stdout: 'ignore',
  stderr: 'pipe',
} as const;
// Voice is enabled in its calls.
const speech = { PLUMBLINE_SPEECH_URL: `http://127.0.0.1:${modelPort}` };
const looks = server('LOOKS', 0, { ...speech, ...chat });
const model = server('MODEL', 300, {
  ...speech,
  PLUMBLINE_LLM_PROVIDER: 'openai',
  PLUMBLINE_LLM_BASE_URL: `http://127.0.0.1:${modelPort}`,
  PLUMBLINE_LLM_API_KEY: 'no-key-at-all',
  PLUMBLINE_LLM_MODEL: 'gpt-4.1-mini',
  PLUMBLINE_LLM_RETRY_BASE_MS: '100',
  PLUMBLINE_STRATEGY: 'plan',
  PLUMBLINE_RUN_MAX_TOKENS: '60000',
});

// A new desk: everything it needs is set up in the browser.
const setup = server('SETUP', 0, { PLUMBLINE_WALKS_EMPTY: 'yes' });

// A server with accounts: once the first one exists, everybody signs in. Another site may embed its panel.
const crmPort = (process.env.PLUMBLINE_WALKS_PORT_CRM ??= freePort());
const accounts = server('ACCOUNTS', 0, {
  PLUMBLINE_WALKS_ACCOUNTS: ACCOUNTS,
  PLUMBLINE_WALKS_PASSWORD: PASSWORD,
  PLUMBLINE_EMBED_ORIGINS: `http://127.0.0.1:${crmPort}`,
});

export default defineConfig({
  testDir: 'walks',
  outputDir: 'test-results',
  // The walks of a project share a server and its conversations, so they run one after the other. There are no retries.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Two walks run in parallel, and the machine may be busy.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    locale: 'en-GB',
    timezoneId: 'UTC',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: chromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'quick', workers: 1, use: { baseURL: quick.address },
      testIgnore: ['**/slow/**', '**/model/**', '**/accounts/**', '**/setup/**', ...LOOKS],
    },
    { name: 'looks', workers: 1, testMatch: LOOKS, use: { baseURL: looks.address } },
    { name: 'slow', workers: 1, testMatch: '**/slow/**', use: { baseURL: slow.address } },
    { name: 'model', workers: 1, testMatch: '**/model/**', use: { baseURL: model.address } },
    { name: 'setup', workers: 1, testMatch: '**/setup/**', use: { baseURL: setup.address } },
    { name: 'accounts', workers: 1, testMatch: '**/accounts/**', use: { baseURL: accounts.address } },
  ],
  webServer: [quick.start, looks.start, slow.start, script, model.start, setup.start, accounts.start],
});

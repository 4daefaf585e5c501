// axe finds no fault on any page, in both themes, at three widths.
import { answeredElsewhere, firstRecord, WHY_APP } from '../desk';
import { expect, test } from '../fixtures';
import { clean } from '../look';

test('the desk and a conversation', async ({ page }) => {
  test.setTimeout(360_000);
  await clean(page, '/');
  const run = await answeredElsewhere(page, WHY_APP);
  await clean(page, `/c/${run.sessionId}`);
  const shared = await (await page.request.post(`/api/research/conversation/${run.sessionId}/share`, { data: {} })).json();
  await clean(page, shared.path);
});

test('the analysis page', async ({ page }) => {
  test.setTimeout(360_000);
  await clean(page, '/analysis');
});

test('review, and a session', async ({ page }) => {
  test.setTimeout(360_000);
  const run = await answeredElsewhere(page, WHY_APP);
  await clean(page, '/review');
  await clean(page, `/review/${run.sessionId}`);
  const again = await answeredElsewhere(page, WHY_APP);
  await page.request.post('/admin/cases', { data: { runId: run.id, says: '84%' } });
  await page.request.post('/admin/cases/run', { data: {} });
  await clean(page, '/quality');
  await clean(page, `/runs/${run.id}/compare?with=${again.id}`);
});

test('two sources compared', async ({ page }) => {
  test.setTimeout(360_000);
  await clean(page, '/compare?a=fi_reporting&b=bpc_reporting');
});

test('the sales pipeline', async ({ page }) => {
  test.setTimeout(360_000);
  await clean(page, '/pipeline');
});

// One walk a page: each takes seconds, and on a busy machine many.
for (const path of ['/settings', '/settings/mail', '/settings/sign-in', '/settings/words', '/settings/memory', '/settings/audit', '/settings/documents', '/settings/tools', '/settings/privacy', '/settings/sources', '/import', '/usage', '/watches']) {
  test(`the page ${path}`, async ({ page }) => {
    test.setTimeout(360_000);
    await clean(page, path);
  });
}

test('a figure to watch', async ({ page }) => {
  test.setTimeout(360_000);
  const run = await answeredElsewhere(page, WHY_APP);
  await clean(page, `/watches/new?run=${run.id}`);
});

test('support, and a call', async ({ page }) => {
  test.setTimeout(360_000);
  const begun = await page.request.post('/api/support/calls', { data: { phone: '+37060012345', language: 'lt' } });
  const { sessionId } = await begun.json();
  const messages = `/api/support/calls/${sessionId}/messages`;
  await page.request.post(messages, { data: { message: 'Labas, neveikia internetas' } });
  await clean(page, '/support');
  await clean(page, `/support/${sessionId}`);
});

test('records, and a page that is not there', async ({ page, faults }) => {
  test.setTimeout(360_000);
  const run = await answeredElsewhere(page, 'Show me complaints about login failures');
  const { id } = firstRecord(run);
  await clean(page, `/records/communication/${id}`);
  await clean(page, '/records/case/case-0003');
  faults.expect(/status 404/);
  faults.allow(/console error: .*404/);
  await clean(page, '/no/such/page');
});

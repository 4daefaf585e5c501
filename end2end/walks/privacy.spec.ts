// Personal data: what left the machine for an answer, what is stored, and an admin erasing a customer.
import { alive, answered, answeredElsewhere, open, turns } from '../desk';
import { expect, test } from '../fixtures';

test('an answer by rules says that nothing left this machine', async ({ page }) => {
  const run = await answered(page, 'How many cases breached SLA?');
  await turns(page).first().getByRole('link', { name: 'What left this machine' }).click();
  await expect(page).toHaveURL(new RegExp(`/runs/${run.id}/sent$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What left this machine');
  await expect(page.locator('.sent-summary')).toHaveText('Nothing left this machine: the answer was made by rules.');
  await page.getByRole('link', { name: 'How many cases breached SLA?' }).click();
  await expect(page).toHaveURL(/\/c\//);
});

test('the page Privacy says what is kept, and for how long', async ({ page }) => {
  await open(page, '/settings/privacy');
  const kept = page.getByRole('table', { name: 'How long each kind of data is kept' });
  await expect(kept.getByRole('row').filter({ hasText: 'PLUMBLINE_KEEP_SENT_DAYS' })).toContainText('30 days');
  await expect(kept.getByRole('row').filter({ hasText: 'Messages of customers' })).toContainText('For good');
  await expect(page.locator('main')).toContainText('Questions are answered by rules on this machine.');
});

test('erasing a customer names what goes and wants the id once more', async ({ page, faults }) => {
  faults.expect(/400/);
  const run = await answeredElsewhere(page, 'Which cases are overdue?');
  const calls = run.steps.flatMap(step => step.kind.calls ?? []);
  const outcome = calls.find(call => call.tool === 'list_cases')?.outcome as
    | { output?: { data: { cases: { id: string; customer: string }[] } } }
    | undefined;
  const first = outcome!.output!.data.cases[0];
  await open(page, `/records/case/${first.id}`);
  const link = page.getByLabel('Facts').getByRole('link', { name: first.customer });
  const id = decodeURIComponent((await link.getAttribute('href'))!.replace('/records/customer/', ''));
  await open(page, `/records/customer/${id}`);
  await page.getByRole('link', { name: 'Erase this customer' }).click();
  await alive(page);
  await expect(page.locator('main')).toContainText('This will be deleted');
  await expect(page.locator('main li').filter({ hasText: 'message' }).first()).toBeVisible();
  await page.getByLabel(`Type ${id} to confirm`).fill('somebody else');
  await page.getByRole('button', { name: 'Erase this customer' }).click();
  await expect(page.locator('body')).toContainText('Nothing was deleted');
});

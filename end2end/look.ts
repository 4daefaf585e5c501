// Checks of every page: axe's findings in both themes at three widths, and content that overflows sideways.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { open } from './desk';
import { expect } from './fixtures';

const WIDTHS = [390, 768, 1440];

/** No fault that axe finds. The page is loaded once; what it looks like at a width and in a theme, its style decides alone. */
export async function clean(page: Page, path: string): Promise<void> {
  const found: string[] = [];
  await open(page, path);
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.locator('.skeleton')).toHaveCount(0);
      // Only this page: for frames of other hosts, of which there are none, axe would open a second page each time.
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      for (const { id, nodes } of violations) {
        found.push(`${path} ${theme} ${width}: ${id}: ${nodes.map(node => node.html.slice(0, 160)).slice(0, 3).join(' | ')}`);
      }
    }
  }
  expect(found, 'what axe found').toEqual([]);
}

/** What sticks out of the page to the side, by its tag and class. */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.scrollingElement!;
    if (root.scrollWidth <= root.clientWidth) return [];
    const out = [...document.querySelectorAll('body *')].filter(node => node.getBoundingClientRect().right > root.clientWidth + 1);
    return [`${root.scrollWidth} > ${root.clientWidth}`, ...out.slice(0, 8).map(node => `${node.tagName}.${node.getAttribute('class')}`)];
  });
}

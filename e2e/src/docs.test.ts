import { expect, test } from 'vitest'
import { violations } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

describeWithBrowser('the docs', (stage) => {
  test.each([
    { colorScheme: 'light', width: 1440 },
    { colorScheme: 'dark', width: 390 },
  ] as const)('link from topic to topic without a login, in $colorScheme', async ({ colorScheme, width }) => {
    const { page, leave } = await stage.visit({
      colorScheme,
      reducedMotion: 'reduce',
      viewport: { width, height: 900 },
    })
    await page.goto(`${stage.product.url}/docs`)
    await page.getByRole('heading', { level: 1, name: 'Your first scan' }).waitFor()
    await expect.poll(() => page.url()).toMatch(/\/docs\/first-scan$/)
    const topics = page.getByRole('navigation', { name: 'Topics' })
    // On a phone, the article comes first.
    if (width === 390) await page.getByText('Topics', { exact: true }).click()
    await expect
      .poll(() => topics.getByRole('link', { name: 'Your first scan' }).getAttribute('aria-current'))
      .toBe('page')
    await topics.getByRole('link', { name: 'Scores' }).click()
    await page.getByRole('heading', { level: 2, name: 'Minimum scores' }).waitFor()
    await page.getByRole('navigation', { name: 'Previous and next topic' }).getByText('Findings').click()
    await page.getByRole('heading', { level: 1, name: 'Findings' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    await expect.poll(() => violations(page)).toEqual([])
    await leave()
  })

  test('are searched by keyboard, with the query in the URL', async () => {
    const { page, leave } = await stage.visit()
    await page.goto(`${stage.product.url}/docs/scores`)
    const field = page.getByRole('searchbox', { name: 'Search the docs' })
    await field.fill('undeclared old data')
    await page.getByRole('heading', { name: /sections? about “undeclared old data”/ }).waitFor()
    await expect.poll(() => page.url()).toMatch(/\?q=undeclared/)
    await expect.poll(() => violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Advisory data › No false all-clear' }).click()
    await page.getByRole('heading', { level: 1, name: 'Advisory data' }).waitFor()
    await expect.poll(() => page.url()).toMatch(/\/docs\/advisory-data#no-false-all-clear$/)
    await field.fill('quux')
    await page.getByText('No results for “quux”').waitFor()
    await leave()
  })

  test('are available in German at the same URLs, and searched in German', async () => {
    const { page, leave } = await stage.visit({ locale: 'de-DE' })
    await page.goto(`${stage.product.url}/docs/scores#minimum-scores`)
    await page.getByRole('heading', { level: 2, name: 'Mindestwerte' }).waitFor()
    await page.getByRole('navigation', { name: 'Themen' }).getByText('Zahlen verstehen').waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await page.getByRole('searchbox', { name: 'Doku durchsuchen' }).fill('entwarnung')
    await page.getByRole('link', { name: 'Advisory-Daten › Keine falsche Entwarnung' }).click()
    await page.getByRole('heading', { level: 1, name: 'Advisory-Daten' }).waitFor()
    await expect.poll(() => page.url()).toMatch(/\/docs\/advisory-data#no-false-all-clear$/)
    await leave()
  })

  test('show an error for an unknown topic', async () => {
    const { page, leave } = await stage.visit()
    await page.goto(`${stage.product.url}/docs/nothing`)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await leave()
  })
})

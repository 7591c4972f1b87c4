import type { Page } from 'playwright-core'
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { admin } from './product.ts'
import { stories } from './stories.ts'
import { violations } from './visitor.ts'

stories('the audit log', (stage) => {
  beforeAll(async () => {
    const { tags, teams } = stage.product.api
    const { uuid: tagUuid } = await tags.create({ body: { name: 'one' } })
    await tags.update({ params: { tagUuid }, body: { name: 'two' } })
    await teams.create({ body: { name: 'Payments' } })
  })

  const open = (query = '') => stage.open(`/settings/audit${query}`)
  const today = () => new Date().toISOString().slice(0, 10)
  const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const acts = async (page: Page) => {
    const buttons = page.getByRole('main').locator('th [aria-expanded]')
    return (await buttons.allInnerTexts()).map((text) => text.trim())
  }

  test('is filtered by act, member and days, and its address says so', async () => {
    const { page, leave } = await open()
    await page.getByRole('button', { name: 'teams.create' }).waitFor()
    await page.getByLabel('Act', { exact: true }).selectOption('tags')
    await expect.poll(() => acts(page)).toEqual(['tags.update', 'tags.create'])
    await page.getByLabel('Act', { exact: true }).selectOption('tags.create')
    await expect.poll(() => acts(page)).toEqual(['tags.create'])
    await page.getByLabel('Member').selectOption(admin.email)
    await page.getByLabel('To').fill(yesterday())
    await page.getByText('Nothing was changed, or nothing that the filters find.').waitFor()
    await page.getByLabel('To').fill(today())
    await page.getByLabel('From').fill(yesterday())
    await expect.poll(() => acts(page)).toEqual(['tags.create'])
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('action')).toBe('tags.create')
    expect(searchParams.get('member')).toMatch(/^[\da-f-]{36}$/)
    await page.reload()
    await expect.poll(() => acts(page)).toEqual(['tags.create'])
    expect(await page.getByLabel('From').inputValue()).toBe(yesterday())
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await expect.poll(async () => (await acts(page)).length).toBeGreaterThan(3)
    await page.getByLabel('Filter by act or address').fill('update')
    await expect.poll(() => acts(page)).toEqual(['tags.update'])
    await leave()
  })

  test('unfolds an act to what was before and after, and from where', async () => {
    const { page, leave } = await open('?action=tags.update')
    await page.getByRole('button', { name: 'tags.update' }).focus()
    await page.keyboard.press('Enter')
    const details = page.getByRole('region', { name: 'What tags.update changed' })
    await details.getByRole('row', { name: /^name one two$/ }).waitFor()
    await details.getByText('Rename a tag, or say which projects have it; what is left out stays').waitFor()
    await details.getByText('node', { exact: true }).waitFor()
    expect(await details.innerText()).toMatch(/session [\da-f-]{36}/)
    expect(await violations(page)).toEqual([])
    expect(new URL(page.url()).searchParams.get('open')).toMatch(/^\d+$/)
    await page.reload()
    await details.waitFor()
    await page.getByRole('button', { name: 'tags.update' }).click()
    await details.waitFor({ state: 'hidden' })
    await leave()
  })

  test('is taken along as CSV, as it is filtered', async () => {
    const { page, leave } = await open('?action=teams')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('audit.csv')
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines.map((line) => line.split(',')[5])).toEqual(['action', 'teams.create'])
    await leave()
  })

  test('is read on, page by page', async () => {
    for (let number = 0; number < 101; number++)
      await stage.product.api.tags.create({ body: { name: `tag ${number}` } })
    const { page, leave } = await open('?action=tags.create')
    await expect.poll(async () => (await acts(page)).length).toBe(100)
    await page.getByRole('button', { name: 'Show older ones' }).click()
    await expect.poll(async () => (await acts(page)).length).toBe(102)
    expect(await page.getByRole('button', { name: 'Show older ones' }).count()).toBe(0)
    await leave()
  })
})

import { beforeAll, expect, test } from 'vitest'
import { describeWithBrowser } from './describe-with-browser.ts'
import { enterByInvitation, looks, violations, violationsInBothSchemes, widthOf } from './browser-user.ts'

describeWithBrowser('badges', (stage) => {
  let pid: string
  let other: string
  beforeAll(async () => {
    pid = await stage.product.scan('https://github.com/org/badged', ['minimist@1.2.0'])
    other = await stage.product.scan('https://github.com/org/unbadged', ['minimist@1.2.0'])
  })

  test('are made public by keys, and what is copied shows a visitor the score', async () => {
    const { page, leave } = await stage.open(`/projects?pid=${pid}`)
    const open = page.getByRole('button', { name: 'Badges' })
    await open.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Badges' })
    await dialog.getByText('Choose who can see the badges to get the code.').waitFor()
    await dialog.getByRole('img', { name: /^security: / }).waitFor()
    await dialog.getByRole('radio', { name: 'Members only' }).focus()
    await page.keyboard.press('ArrowDown')
    const code = dialog.getByLabel('Code to paste')
    await expect.poll(() => code.inputValue()).toContain('slug=')
    const addressOf = (text: string) => /\((.+?)\)/.exec(text)![1]!
    const linked = await fetch(addressOf(await code.inputValue()))
    expect(linked.headers.get('content-type')).toBe('image/svg+xml')
    expect(await linked.text()).not.toContain('unknown')
    const anyone = dialog.getByRole('radio', { name: 'Anyone', exact: true })
    await anyone.click()
    await expect.poll(() => anyone.isChecked()).toBe(true)
    await expect.poll(() => code.inputValue()).toContain('/badge/gh/org/badged/security')
    await dialog.getByLabel('Score').selectOption('Licensing')
    await dialog.getByLabel('Format').selectOption('HTML')
    await expect.poll(() => code.inputValue()).toContain('/badge/gh/org/badged/licensing')
    await dialog.getByRole('img', { name: /^licensing: / }).waitFor()
    await expect.poll(() => violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => open.evaluate((button) => button === document.activeElement)).toBe(true)
    await leave()
  })

  test('say so when a badge does not come', async () => {
    const { page, context } = await stage.open(`/projects?pid=${pid}`)
    await page.route('**/api/v2/badges/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Badges' }).click()
    await page.getByRole('dialog', { name: 'Badges' }).getByText('Badge not available').waitFor()
    // The browser has noted the calls that failed.
    await context.close()
  })

  test('get a new link, and the old one turns grey', async () => {
    const { api, url } = stage.product
    const of = { params: { projectUuid: other } }
    const { slug } = await api.badges.configure({ ...of, body: { access: 'slug' } })
    const { page, leave } = await stage.open(`/projects?pid=${other}`)
    await page.getByRole('button', { name: 'Badges' }).click()
    await page.getByRole('button', { name: 'Replace link' }).click()
    await page.getByText('Link replaced.').waitFor()
    const badge = await fetch(`${url}/api/v2/badges/${other}/security?slug=${slug}`)
    expect(await badge.text()).toContain('security: unknown')
    await leave()
  })

  test('are seen by a viewer, who cannot change who else sees them', async () => {
    const { api, url } = stage.product
    const { uuid: accountUuid } = (await api.users.me()).account
    const body = { email: 'badge-viewer@example.org' }
    const member = await api.members.add({ params: { accountUuid }, body })
    const { page, leave } = await enterByInvitation(stage.browser, stage.product, member)
    await page.goto(`${url}/projects?pid=${other}`)
    await page.getByRole('button', { name: 'Badges' }).click()
    await page.getByText('Your role cannot change badge visibility.').waitFor()
    await page.getByRole('img', { name: /^security: / }).waitFor()
    expect(await page.getByRole('button', { name: 'Replace link' }).count()).toBe(0)
    await leave()
  })

  test.each(looks)('break no rule, $colorScheme at $width', async ({ colorScheme, width }) => {
    const options = { colorScheme, viewport: { width, height: 900 } }
    const { page, leave } = await stage.open(`/projects?pid=${pid}`, options)
    await page.getByRole('button', { name: 'Badges' }).click()
    await page.getByRole('dialog').getByRole('img').waitFor()
    await expect.poll(() => violationsInBothSchemes(page)).toEqual([])
    await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(width)
    const { SCREENS: folder } = process.env
    if (folder) await page.screenshot({ path: `${folder}/badges-${colorScheme}-${width}.png` })
    await leave()
  })

  test('lead to the report of a repository, and other links to where a component is used', async () => {
    const { page, context } = await stage.open('/report/gh/Org/badged')
    await expect.poll(() => page.url()).toContain(`/projects?pid=${pid}`)
    await page.goto(`${stage.product.url}/report/gh/org/none`)
    await page.getByText('No project of your account has the repository org/none').waitFor()
    await page.goto(`${stage.product.url}/components/nodejs/minimist`)
    await expect.poll(() => page.url()).toContain('/components?ecosystem=nodejs&q=minimist')
    await page.getByRole('cell').getByText('1.2.0').or(page.getByText('minimist').first()).first().waitFor()
    // The browser has noted the 404.
    await context.close()
  })
})

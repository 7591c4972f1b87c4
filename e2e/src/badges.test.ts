import { beforeAll, expect, test } from 'vitest'
import { describeWithBrowser } from './describe-with-browser.ts'
import { acceptInvitation, violationsInVariants } from './browser-user.ts'

describeWithBrowser('badges', (stage) => {
  let pid: string
  let other: string
  beforeAll(async () => {
    pid = await stage.product.scan('https://github.com/org/badged', ['minimist@1.2.0'])
    other = await stage.product.scan('https://github.com/org/unbadged', ['minimist@1.2.0'])
  })

  test('are made public by keyboard, and the copied link shows anyone the score', async () => {
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
    await expect.poll(() => violationsInVariants(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => open.evaluate((button) => button === document.activeElement)).toBe(true)
    await leave()
  })

  test('show an error if a badge does not load', async () => {
    const { page, context } = await stage.open(`/projects?pid=${pid}`)
    await page.route('**/api/v2/badges/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Badges' }).click()
    await page.getByRole('dialog', { name: 'Badges' }).getByText('Badge not available').waitFor()
    // The browser logs the failed requests.
    await context.close()
  })

  test('get a new link, after which the old one shows a gray badge', async () => {
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

  test('are visible to a viewer, who cannot change their access', async () => {
    const { api, url } = stage.product
    const { uuid: accountUuid } = (await api.users.me()).account
    const body = { email: 'badge-viewer@example.org' }
    const member = await api.members.add({ params: { accountUuid }, body })
    const { page, leave } = await acceptInvitation(stage.browser, stage.product, member)
    await page.goto(`${url}/projects?pid=${other}`)
    await page.getByRole('button', { name: 'Badges' }).click()
    await page.getByText('Your role cannot change badge visibility.').waitFor()
    await page.getByRole('img', { name: /^security: / }).waitFor()
    expect(await page.getByRole('button', { name: 'Replace link' }).count()).toBe(0)
    await leave()
  })

  test('link to the report of a repository and to the uses of a component', async () => {
    const { page, context } = await stage.open('/report/gh/Org/badged')
    await expect.poll(() => page.url()).toContain(`/projects?pid=${pid}`)
    await page.goto(`${stage.product.url}/report/gh/org/none`)
    await page.getByText('No project of your account has the repository org/none').waitFor()
    await page.goto(`${stage.product.url}/components/nodejs/minimist`)
    await expect.poll(() => page.url()).toContain('/components?ecosystem=nodejs&q=minimist')
    await page.getByRole('cell').getByText('1.2.0').or(page.getByText('minimist').first()).first().waitFor()
    // The browser logs the 404.
    await context.close()
  })
})

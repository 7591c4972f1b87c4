import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '@assay/server/config.ts'
import { describeProductWithBrowser } from './describe-with-browser.ts'
import { startPreparedProduct } from './prepared-product.ts'

async function startOnOwnPages() {
  const parent = await mkdtemp(join(tmpdir(), 'assay-pages-'))
  const webFolder = join(parent, 'current')
  await cp(readConfig({}).webFolder, join(parent, 'v1'), { recursive: true })
  await symlink('v1', webFolder)
  const product = await startPreparedProduct({}, { webFolder })
  return {
    ...product,
    deploy: (version: string) => deploy(webFolder, version),
    async stop() {
      await product.stop()
      await rm(parent, { recursive: true, force: true })
    },
  }
}

/**
 * Simulates another build of the same pages: every script has a new name, and the old ones no longer exist. Replaces
 * all at once: an open page may load scripts at any time.
 */
async function deploy(webFolder: string, version: string): Promise<void> {
  const folder = join(webFolder, '..', version)
  await cp(webFolder, folder, { recursive: true, dereference: true })
  const names = await readdir(folder, { recursive: true })
  for (const name of names.filter((each) => /\.(?:br|gz)$/.test(each))) await rm(join(folder, name))
  for (const name of names.filter((each) => /\.(?:js|html)$/.test(each))) {
    const text = await readFile(join(folder, name), 'utf8')
    await writeFile(join(folder, name), text.replaceAll(scriptName, `$<name>${version}.js`))
    if (name.endsWith('.js'))
      await rename(join(folder, name), join(folder, name.replace(scriptName, `$<name>${version}.js`)))
  }
  await symlink(version, `${folder}.link`)
  await rename(`${folder}.link`, webFolder)
}

const scriptName = /(?<name>[\w-]+-[\w-]{8})(?:v\d)?\.js/g

describeProductWithBrowser(
  'a new build on a running server',
  (stage) => {
    test('is served at once, and replaces an open page as soon as it needs a missing script', async () => {
      const { page, context } = await stage.open('/projects')
      await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
      await stage.product.deploy('v2')
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Components' }).click()
      await page.getByRole('heading', { level: 1, name: 'Components' }).waitFor()
      const script = page.locator('script[type=module]').first()
      await expect.poll(() => script.getAttribute('src')).toContain('v2.js')
      await page.getByText('A new version of Assay is available.').waitFor({ state: 'hidden' })
      // The request for the missing script failed.
      await context.close()
    })

    test('is only offered while a form has unsaved input', async () => {
      const { page, context } = await stage.open('/settings/account')
      const field = page.getByRole('main').getByLabel('Name', { exact: true }).first()
      await field.fill('Half a na')
      await stage.product.deploy('v3')
      // The script of the page, which is loaded ahead, no longer exists.
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).hover()
      await page.getByText('A new version of Assay is available.').waitFor()
      expect(await field.inputValue()).toBe('Half a na')
      await page.getByRole('button', { name: 'Reload page' }).click()
      await page.getByText('A new version of Assay is available.').waitFor({ state: 'hidden' })
      await context.close()
    })
  },
  startOnOwnPages,
)

import { type ImageRegistry, startImageRegistry } from '@assay/server/testing/image-registry.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations, violationsInVariants } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

let registry: ImageRegistry
beforeAll(async () => {
  registry = await startImageRegistry()
})
afterAll(() => registry.stop())

const status = (...names: string[]) =>
  names.map((name) => `Package: ${name}\nStatus: install ok installed\nVersion: 1\n`).join('\n')
const lockfile =
  '{"lockfileVersion":3,"packages":{"":{"name":"app"},"node_modules/lodash":{"version":"4.17.4"}}}'

function pushAll() {
  const system = ['etc/os-release', 'ID=debian\nVERSION_ID=12\n'] as const
  const baseLayer = [system, ['var/lib/dpkg/status', status('base-files', 'bash')]] as const
  const base = registry.push('library/debian:12.4', { layers: [baseLayer] })
  registry.push('library/debian:12.7', { layers: [[system, ['var/lib/dpkg/status', status('base-files')]]] })
  const app = registry.push('shop/app:1.0', {
    layers: [baseLayer, [['app/package-lock.json', lockfile]]],
    history: [{ created_by: 'ADD rootfs.tar.xz /' }, { created_by: 'COPY package-lock.json /app/' }],
    labels: {
      'org.opencontainers.image.base.name': `${registry.host}/library/debian:12.4`,
      'org.opencontainers.image.base.digest': base,
    },
  })
  const purl = 'pkg:npm/only-listed@1.0.0'
  registry.attach(app, { of: 'no known format' })
  registry.attach(app, {
    spdxVersion: 'SPDX-2.3',
    SPDXID: 'SPDXRef-DOCUMENT',
    packages: [
      {
        SPDXID: 'SPDXRef-a',
        name: 'only-listed',
        versionInfo: '1.0.0',
        externalRefs: [
          { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl },
        ],
      },
    ],
  })
}

describeWithBrowser(
  'images',
  (stage) => {
    test('are watched with a login, scanned, shown with their layers, and no longer watched', async () => {
      pushAll()
      registry.login = 'ci:let-me-in'
      const { page, context, failures } = await stage.open('/settings/images')
      await page.getByText('No images are watched.').waitFor()
      await page.getByText('No logins. Only public images can be read.').waitFor()
      await expect.poll(() => page.getByText('/api/v1/image-hooks/').count()).toBe(1)

      await page.getByRole('button', { name: 'New login' }).click()
      const login = page.getByRole('dialog', { name: 'New login' })
      await login.getByLabel('Registry').fill(registry.host)
      await login.getByLabel('User name').fill('ci')
      await login.getByLabel('Password or token').fill('let-me-in')
      await expect.poll(() => violations(page)).toEqual([])
      await login.getByRole('button', { name: 'Save' }).click()
      await login.waitFor({ state: 'hidden' })

      await page.getByRole('button', { name: 'Watch an image' }).click()
      const watching = page.getByRole('dialog', { name: 'Watch an image' })
      await watching.getByLabel('Image').fill(`${registry.host}/shop/app:1.0`)
      await watching.getByLabel('Check every').selectOption({ label: '24 hours' })
      await watching.getByLabel('Attached SBOMs').selectOption({ label: 'Also scan what only they list' })
      await expect.poll(() => violations(page)).toEqual([])
      await watching.getByRole('button', { name: 'Watch' }).click()
      await watching.waitFor({ state: 'hidden' })

      const row = page.getByRole('row').filter({ hasText: 'shop/app:1.0' })
      await expect
        .poll(
          async () => {
            await page.reload()
            await row.waitFor()
            return row.innerText()
          },
          { timeout: 60_000 },
        )
        .toContain('Up to date')
      await expect.poll(() => violationsInVariants(page)).toEqual([])
      await row.getByRole('link', { name: 'shop/app:1.0' }).click()
      await page.getByRole('tab', { name: 'Inventory' }).click()
      const image = page.getByRole('region', { name: 'Image' })
      await image.getByText('COPY package-lock.json /app/').waitFor()
      await image.getByText('Packages that only it lists were scanned, as declared.').waitFor()
      await image.getByText('It is no SBOM of a known format.').waitFor()
      await image.getByText('Only in the document').last().click()
      await image.getByText('pkg:npm/only-listed@1.0.0').waitFor()
      await image.getByText('1 vulnerable component in your layers').waitFor()
      await image.getByText('0 vulnerable components in the base image').waitFor()
      await expect
        .poll(
          async () => {
            await page.reload()
            await image.waitFor()
            return image.innerText()
          },
          { timeout: 60_000 },
        )
        .toContain(`FROM ${registry.host}/library/debian:12.7`)
      // There are no advisories of Debian here, so that nothing can be counted.
      await image.getByText('What it would fix is not known').waitFor()
      await page.getByText('Layer 2: COPY package-lock.json /app/').first().waitFor()
      await expect.poll(() => violationsInVariants(page)).toEqual([])

      await page.goto(`${stage.product.url}/settings/images`)
      await page.getByRole('button', { name: `Change ${registry.host}/shop/app:1.0` }).click()
      const changing = page.getByRole('dialog')
      await changing.getByLabel('Attached SBOMs').selectOption({ label: 'Compare with the image' })
      await changing.getByRole('button', { name: 'Save' }).click()
      await changing.waitFor({ state: 'hidden' })
      await expect.poll(() => page.getByText('With attached SBOMs').count()).toBe(0)
      await page.getByRole('button', { name: `Stop watching ${registry.host}/shop/app:1.0` }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Stop watching' }).click()
      await page.getByText('No images are watched.').waitFor()
      expect(failures).toEqual([])
      await context.close()
    })
  },
  { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' },
)

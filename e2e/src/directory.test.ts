import { startDirectory, type TestDirectory } from '@assay/server/testing/directory-server.ts'
import { tlsCertificate } from '@assay/server/testing/tls-certificate.ts'
import { expect, test } from 'vitest'
import { describeProductWithBrowser } from './describe-with-browser.ts'
import { freePort, newMember, startAtName } from './logins.ts'
import { violations } from './browser-user.ts'

const base = 'dc=example,dc=org'

const person = (uid: string) => ({
  dn: `uid=${uid},${base}`,
  password: 'of the directory',
  attributes: {
    objectClass: ['person'],
    uid: [uid],
    cn: [uid],
    mail: [`${uid}@example.org`],
    entryUUID: [uid],
  },
})

const start = async () => {
  const directory: TestDirectory = await startDirectory()
  const settings = {
    ASSAY_LDAP_URL: directory.url,
    ASSAY_LDAP_CERTIFICATE: tlsCertificate.cert,
    ASSAY_LDAP_BASE_DN: base,
    ASSAY_LDAP_TRUST_ADDRESSES: 'true',
    ASSAY_LDAP_NAME: 'Our directory',
  }
  const product = await startAtName(settings, await freePort())
  const stop = async () => {
    await product.stop()
    await directory.stop()
  }
  return { ...product, directory, stop }
}

describeProductWithBrowser(
  'an LDAP directory',
  (stage) => {
    test('takes user names in the login dialog', async () => {
      await newMember(stage.product, 'ada@example.org')
      stage.product.directory.entries = [person('ada')]
      const { page, leave } = await stage.visit()
      await page.goto(stage.product.url)
      const dialog = page.getByRole('dialog', { name: 'Log in' })
      await dialog.getByText('With the password of Our directory, too').waitFor()
      await expect.poll(() => violations(page)).toEqual([])
      await dialog.getByLabel('Email address or user name').fill('ada')
      await dialog.getByLabel('Password').fill('wrong')
      await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
      await dialog.getByText('The email address or the password is wrong').waitFor()
      await dialog.getByLabel('Password').fill('of the directory')
      await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
      await page.getByRole('button', { name: 'Logout' }).waitFor()
      await leave()
    })

    test('of an account is set up, tested and turned on in the settings', async () => {
      const { directory, api } = stage.product
      directory.entries = [person('grace')]
      const { page, leave } = await stage.open('/settings/sso')
      const region = page.getByRole('region', { name: 'LDAP directory', exact: true })
      await region.getByRole('button', { name: 'Set up LDAP directory' }).click()
      await region.getByLabel('Servers').fill('ldap.example.org')
      await region.getByLabel('Search base', { exact: true }).fill(base)
      await region.getByRole('button', { name: 'Save' }).click()
      await region.getByText('Enter a URL such as ldaps://ldap.example.org').waitFor()
      await region.getByLabel('Servers').fill(`ldaps://127.0.0.1:1 ${directory.url}`)
      await region.getByLabel('Certificate authority').fill(tlsCertificate.cert)
      await region.getByRole('switch', { name: 'Addresses are proved' }).click()
      await expect.poll(() => violations(page)).toEqual([])
      await region.getByRole('button', { name: 'Save' }).click()
      await region.getByText('Saved.', { exact: true }).waitFor()
      await region.getByRole('button', { name: 'Test' }).click()
      await region.getByText('The filter finds people').waitFor()
      await region.getByRole('switch', { name: 'Enable for members' }).click()
      await region.getByText('Active', { exact: true }).waitFor()
      const { uuid: accountUuid } = await api.accounts.me()
      expect(await api.sso.get({ params: { accountUuid } })).toMatchObject({
        ldap: { isActive: true, trustsAddresses: true, hasSecret: false, urls: expect.any(Array) },
      })
      await leave()
    })
  },
  start,
)

/**
 * npm run ldap -- [--slapd FOLDER]: logins with the password of a real OpenLDAP on this machine, with people and groups in
 * a temporary database. Needs Debian's slapd, installed or unpacked into the folder (dpkg -x). Exit code 1 if a check fails.
 * Not part of the tests, which have a directory of their own.
 */
import { LdapSettings } from '@assay/contract/sso.ts'
import { checkDirectory } from '@assay/server/identity/sso/ldap/check-directory.ts'
import { withDirectory } from '@assay/server/identity/sso/ldap/connection.ts'
import { listBySubject } from '@assay/server/identity/sso/ldap/person.ts'
import { verifyLogin } from '@assay/server/identity/sso/ldap/verify-password.ts'
import { readConfig } from '@assay/server/config.ts'
import { tlsCertificate } from '@assay/server/testing/tls-certificate.ts'
import { parseArgs } from 'node:util'
import { startSlapd } from './slapd.ts'

const { values } = parseArgs({ options: { slapd: { type: 'string', default: '/' } } })
const config = readConfig({ ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' })
const base = 'dc=example,dc=org'
const slapd = await startSlapd(values.slapd, base)

const settingsOf = (more: object = {}) => ({
  ...LdapSettings.parse({
    name: 'slapd',
    urls: [slapd.url],
    certificate: tlsCertificate.cert,
    bindDn: `cn=admin,${base}`,
    baseDn: base,
    groupBaseDn: `ou=groups,${base}`,
    nestsGroups: true,
    roleNames: { admins: 'Administrator' },
    teamNames: { everyone: 'Everyone', posix: 'Posix' },
    trustsAddresses: true,
    ...more,
  }),
  accountUuid: null,
  bindPassword: 'of the service',
})
const logIn = (login: string, password: string, more: object = {}) =>
  verifyLogin({ config }, settingsOf(more), { login, password, count: (_, tryIt) => tryIt() }).catch(
    (error: unknown) => String(error),
  )
const subjectsOf = async (subjects: string[]) =>
  (await withDirectory(settingsOf(), config, (directory) => listBySubject(directory, settingsOf(), subjects)))
    .length

let isRight = true
function check(name: string, found: unknown, expected: unknown): void {
  const isSame = JSON.stringify(found) === JSON.stringify(expected)
  isRight &&= isSame
  process.stdout.write(
    `${isSame ? 'ok    ' : 'FAILED'} ${name}${isSame ? '' : `: ${JSON.stringify(found)}`}\n`,
  )
}

try {
  const ada = await logIn('ada', 'of Ada')
  if (ada === null || typeof ada === 'string') throw new Error(`ada cannot log in: ${ada}`)
  check('address', ada.email, 'ada@example.org')
  check('role by groups within groups', ada.roles, ['Administrator', 'Viewer'])
  check('teams, also of POSIX groups', ada.teams, ['Everyone', 'Posix'])
  check('StartTLS', typeof (await logIn('ada', 'of Ada', { urls: [slapd.plainUrl] })), 'object')
  check('the address as name', typeof (await logIn('ada@example.org', 'of Ada')), 'object')
  check('a name with special characters', typeof (await logIn('grace (h*)', 'of Grace')), 'object')
  check('wrong password', await logIn('ada', 'x'), null)
  check('unknown name', await logIn('nobody', 'x'), null)
  check('any name', await logIn('*', 'of Ada'), null)
  check('no password', await logIn('ada', ''), null)
  check('another certificate', typeof (await logIn('ada', 'of Ada', { certificate: '' })), 'string')
  check('known by identifier', await subjectsOf([ada.subject]), 1)
  check('another identifier', await subjectsOf([`entryUUID ${Buffer.from('0').toString('hex')}`]), 0)
  const findings = await checkDirectory(settingsOf(), config)
  check(
    'test of the settings',
    findings.filter((each) => !each.isRight),
    [],
  )
} finally {
  await slapd.stop()
}
process.exitCode = isRight ? 0 : 1

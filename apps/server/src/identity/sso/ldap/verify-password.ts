import { randomUUID } from 'node:crypto'
import type { AppContext } from '#context.ts'
import { toLine } from '@assay/text/invisible.ts'
import { areStorable } from '#identity/sso/are-storable.ts'
import type { IdentityClaims } from '#identity/sso/resolve-member.ts'
import { type LdapSettings, providerKey } from '#identity/sso/settings.ts'
import { type Directory, withDirectory } from './connection.ts'
import { listGroups, mappedNames } from './groups.ts'
import { findByLogin, listBySubject, type Person } from './person.ts'

interface Attempt {
  password: string
  /** Called with the entry's identity before its password is tried. */
  count: (subject: string, tryIt: () => Promise<boolean>) => Promise<boolean>
}

/** Whom the directory knows by this name and password; null for everyone else, after the same time. */
export const verifyLogin = (
  { config }: Pick<AppContext, 'config'>,
  settings: LdapSettings,
  { login, ...attempt }: Attempt & { login: string },
): Promise<IdentityClaims | null> =>
  withDirectory(settings, config, async (directory) => {
    const person = await findByLogin(directory, settings, login)
    if (!(await isRight(directory, settings, { ...attempt, person }))) return null
    const claims = await claimsOf(directory, settings, person!)
    return areStorable(claims) ? claims : null
  })

/** Whether the password is that of a person who has logged in before. */
export const verifyAgain = (
  { config }: Pick<AppContext, 'config'>,
  settings: LdapSettings,
  { subject, ...attempt }: Attempt & { subject: string },
): Promise<boolean> =>
  withDirectory(settings, config, async (directory) => {
    const [person = null] = await listBySubject(directory, settings, [subject])
    return isRight(directory, settings, { ...attempt, person })
  })

/** Unknown people have an entry that does not exist, so that the directory is asked as often. */
function isRight(
  directory: Directory,
  { baseDn }: LdapSettings,
  { person, password, count }: Attempt & { person: Person | null },
): Promise<boolean> {
  if (person === null || person.isDisabled)
    return directory.isPassword(`cn=${randomUUID()},${baseDn}`, password).then(() => false)
  return count(person.subject, () => directory.isPassword(person.dn, password))
}

async function claimsOf(
  directory: Directory,
  settings: LdapSettings,
  person: Person,
): Promise<IdentityClaims> {
  const { accountUuid, trustsAddresses, roleNames, teamNames } = settings
  const groups = await listGroups(directory, settings, person)
  const hasNames = (names: object) => settings.groupBaseDn !== '' && Object.keys(names).length > 0
  return {
    provider: keyOf(settings),
    subject: person.subject,
    providerAccountUuid: accountUuid,
    email: person.email,
    isEmailVerified: trustsAddresses,
    joinsUnverified: !trustsAddresses,
    // A password like any other: a second factor is asked for here.
    isMultiFactor: true,
    name: person.name === null ? null : toLine(person.name).slice(0, 200).toWellFormed(),
    roles: hasNames(roleNames) ? [...mappedNames(groups, roleNames), 'Viewer'] : null,
    teams: hasNames(teamNames) ? mappedNames(groups, teamNames) : null,
  }
}

/** A directory is the same as long as its search base is. */
export const keyOf = (settings: LdapSettings): string =>
  providerKey(settings, { type: 'ldap', issuer: settings.baseDn.toLowerCase() })

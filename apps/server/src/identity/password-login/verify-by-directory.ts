import type { AppContext } from '#context.ts'
import type { Caller } from '#auth/scope.ts'
import { withLockout } from '#identity/attempts/lockout.ts'
import { keyOf, verifyAgain, verifyLogin } from '#identity/sso/ldap/verify-password.ts'
import type { IdentityClaims } from '#identity/sso/resolve-member.ts'
import { findLdap } from '#identity/sso/settings.ts'
import { listExternals } from '#identity/sso/store.ts'
import { Problem } from '#platform/http/problem.ts'

interface Credentials {
  login: string
  password: string
  /** The browser, if this name has logged in there. */
  device: string | null
}

/**
 * The person with the name and password in the account's directory, otherwise in the installation's; null without
 * either. Throws Problem 401 if the password is wrong, 429 after too many.
 */
export async function verifyByDirectory(
  context: AppContext,
  { account, ...entered }: Credentials & { account: string | null },
): Promise<IdentityClaims | null> {
  const settings = await findLdap(context, account)
  return (
    settings &&
    verifyLogin(context, settings, { ...entered, count: countIn(context, keyOf(settings), entered) })
  )
}

/** Whether it is the password of the member in a directory from which the member has logged in. */
export async function isDirectoryPassword(
  context: AppContext,
  { scope, memberUuid, email }: Caller,
  { password, device }: Omit<Credentials, 'login'>,
): Promise<boolean> {
  const entered = { login: email, password, device }
  for (const { settings, subject } of await listDirectoriesOf(context, { scope, memberUuid })) {
    const count = countIn(context, keyOf(settings), entered)
    if (await verifyAgain(context, settings, { subject, password, count })) return true
  }
  return false
}

/** The directories of the account and the installation that the member has used. */
export async function listDirectoriesOf(
  context: Pick<AppContext, 'db' | 'config' | 'vault'>,
  { scope, memberUuid }: Pick<Caller, 'scope' | 'memberUuid'>,
) {
  const externals = await listExternals(context.db, scope, memberUuid)
  const directories = [await findLdap(context, scope.accountUuid), await findLdap(context, null)]
  return directories
    .filter(
      (settings, index) => settings && (index === 0 || settings.accountUuid !== directories[0]?.accountUuid),
    )
    .flatMap((settings) =>
      externals
        .filter(({ provider }) => provider === keyOf(settings!))
        .map(({ subject }) => ({ settings: settings!, subject })),
    )
}

/**
 * Directories take many spellings for the same name, so attempts also count by entry, whose lockout in the directory they
 * should not reach.
 */
const countIn =
  ({ db }: Pick<AppContext, 'db'>, provider: string, { device }: Credentials) =>
  (subject: string, tryIt: () => Promise<boolean>): Promise<boolean> =>
    device === null
      ? withLockout(db, { email: `${provider} ${subject}` }, () => orThrow(tryIt))
      : orThrow(tryIt)

async function orThrow(tryIt: () => Promise<boolean>): Promise<boolean> {
  if (await tryIt()) return true
  throw wrongCredentials()
}

export const wrongCredentials = () =>
  new Problem(401, 'wrongCredentials', 'The email address or the password is wrong')

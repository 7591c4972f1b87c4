import { lockAccount } from '#accounts/account-lock-store.ts'
import { insertAuditEvent } from '#accounts/audit/store.ts'
import { endAccess } from '#accounts/members/end-access.ts'
import { isLastAdministrator } from '#accounts/members/last-administrator.ts'
import { updateMember } from '#accounts/members/store.ts'
import { accountScope } from '#auth/scope.ts'
import { lockMember } from '#auth/sessions/active-members-store.ts'
import { listProvidersOfType } from '#identity/sso/provider-store.ts'
import { type LdapSettings, readLdap } from '#identity/sso/settings.ts'
import { findByMember, listActiveExternals } from '#identity/sso/store.ts'
import type { Database } from '#platform/database/database.ts'
import { defineSchedule, type JobContext } from '#platform/queue/job.ts'
import { withDirectory } from './connection.ts'
import { listBySubject } from './person.ts'
import { keyOf } from './verify-password.ts'

type Linked = Awaited<ReturnType<typeof listActiveExternals>>[number]

const peopleAtOnce = 100
/** More at once than this part of all, and than this number, say that the settings are wrong. */
const plausibleShare = 0.5
const plausibleNumber = 5

/** Disables members whom their directory no longer lists or has disabled, with their sessions and tokens. */
export const checkDirectoryJob = defineSchedule({
  name: 'check-directories',
  timeoutSeconds: 600,
  retry: { limit: 1, delaySeconds: 60, maxDelaySeconds: 60 },
  cron: '*/15 * * * *',
  async run(context) {
    for (const settings of await listDirectories(context))
      await checkMembers(context, settings).catch((err: unknown) =>
        context.log.warn(
          { err, account: settings.accountUuid },
          'A directory could not be asked for its members',
        ),
      )
  },
})

async function listDirectories(context: JobContext): Promise<LdapSettings[]> {
  const { config, db } = context
  const ofInstallation = config.ldap ? [{ ...config.ldap, accountUuid: null }] : []
  const ofAccounts = await listProvidersOfType(db, 'ldap')
  return [...ofInstallation, ...ofAccounts.map((row) => readLdap(context, row.accountUuid, row))]
}

async function checkMembers(context: JobContext, settings: LdapSettings): Promise<void> {
  const linked = await listLinked(context.db, keyOf(settings))
  const listed = await listListed(context, settings, linked)
  const missing = linked.filter(({ subject }) => !listed.has(subject))
  if (missing.length > plausibleNumber && missing.length > linked.length * plausibleShare) {
    const counts = { missing: missing.length, of: linked.length, account: settings.accountUuid }
    context.log.error(
      counts,
      'The directory lists so few members that its settings must be wrong: none is disabled',
    )
    return
  }
  for (const each of missing) await disable(context, each)
}

async function listLinked(db: Database, provider: string): Promise<Linked[]> {
  const all: Linked[] = []
  for (;;) {
    const page = await listActiveExternals(db, { provider, subject: all.at(-1)?.subject ?? '' }, 1000)
    all.push(...page)
    if (page.length < 1000) return all
  }
}

/** With a connection for each search, as what one may receive and how long it may take is limited. */
async function listListed(
  { config }: JobContext,
  settings: LdapSettings,
  linked: readonly Linked[],
): Promise<Set<string>> {
  const found = new Set<string>()
  for (let at = 0; at < linked.length; at += peopleAtOnce) {
    const subjects = linked.slice(at, at + peopleAtOnce).map(({ subject }) => subject)
    const people = await withDirectory(settings, config, (directory) =>
      listBySubject(directory, settings, subjects),
    )
    for (const { subject } of people) found.add(subject)
  }
  return found
}

/** The last administrator stays, or nobody could administer the account. */
const disable = ({ db, log }: JobContext, { accountUuid, memberUuid, email }: Linked): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const scope = accountScope(accountUuid)
    await lockAccount(tx, scope)
    await lockMember(tx, scope, memberUuid)
    const before = await findByMember(tx, { accountUuid, memberUuid })
    if (before?.status !== 'Active') return
    if (await isLastAdministrator(tx, scope, memberUuid)) {
      log.warn({ memberUuid }, 'The directory no longer lists the last administrator of an account')
      return
    }
    await updateMember(tx, scope, { uuid: memberUuid, status: 'Inactive' })
    await endAccess(tx, scope, memberUuid)
    await insertAuditEvent(tx, scope, {
      memberUuid: null,
      memberEmail: '',
      credential: 'directory',
      address: '',
      agent: '',
      action: 'members.update',
      target: { memberUuid },
      before: { email, status: before.status },
      after: { status: 'Inactive', reason: 'The directory no longer lists this person' },
    })
  })

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { databaseTests, withEveryStatement } from '../scripts/database-tests.ts'
import { findDynamicProperties } from '../scripts/find-dynamic-properties.ts'
import { inside, isTest, root, sources, type Sources, users } from './sources.ts'

// Where data is kept: in tables with one owner, in transactions with an event, encrypted, and in no other memory.

/**
 * Files with state that is filled while the process runs: variables and collections of a module, of a class, or of a
 * function that is called once, at startup.
 */
const keepers = (files: Sources) => {
  const collection = String.raw`new (?:(?:Weak)?(?:Map|Set)(?:<.*>)?\(\)|\w*Cache\b)`
  const ofModule = new RegExp(`^(?:export )?(?:let |const [^=]+= (?:${collection}|[[{][\\]}]))`)
  const ofClass = new RegExp(`^  (?:readonly )?#?\\w+ = ${collection}`)
  const ofFunction = new RegExp(`^  (?:let \\w+: |const [^=]+= ${collection})`)
  const isCalledOnce = (name: string) =>
    /Routes$|^(?:open|start|create|register)[A-Z]|^consume\w*Jobs$/.test(name)
  const isKeeper = (text: string) => {
    let within = ''
    return text.split('\n').some((line) => {
      within = /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(line)?.[1] ?? within
      return ofModule.test(line) || ofClass.test(line) || (isCalledOnce(within) && ofFunction.test(line))
    })
  }
  return files.filter(({ text }) => isKeeper(text)).map(({ path }) => path)
}

describe('in the server', () => {
  const server = inside('apps/server/src')

  test('SQL is only in stores and migrations, so that each table has one owner', () => {
    const isStore = (path: string) =>
      /\/(?:[\w-]+-)?store\.ts$|^apps\/server\/src\/platform\/database\/(?:migrations\/|[\w-]+(?:\.gen)?\.ts$)/.test(
        path,
      )
    const rest = server.filter(({ path }) => !isStore(path))
    const statement = /from 'kysely'|\bsql`|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/
    expect(users(rest, statement)).toEqual([
      // The adapter with which the queue's library runs its statements in our transactions.
      'apps/server/src/platform/queue/queue.ts',
    ])
  })

  test('a table is only written by the folder that owns it', () => {
    const schema = readFileSync(join(root, 'apps/server/src/platform/database/schema.gen.ts'), 'utf8')
    const tables = new Set(
      [...schema.slice(schema.indexOf('interface Schema ')).matchAll(/^ {2}(\w+): /gm)].map(
        ([, name]) => name!,
      ),
    )
    const write =
      /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)|\b(?:insert into|update|delete from|merge into)\s+([a-z_]+)/g
    const byVariable =
      /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*\w|\b(?:insert into|update|delete from|merge into)\s+\$\{/
    /** Names in arrays, if the file writes to a table whose name is in a variable. */
    const listedIn = (text: string) =>
      byVariable.test(text) ? [...text.matchAll(/[[,]\s*'(\w+)'(?=[,\]])/g)].map(([, name]) => name!) : []
    const owners = new Map<string, Set<string>>()
    // Replaces the encryption of a value of any table, which stays the same.
    const resealing = 'apps/server/src/platform/secrets/sealed-column-store.ts'
    const stores = server.filter(({ path }) => path.endsWith('store.ts') && path !== resealing)
    for (const { path, text } of stores) {
      const literal = [...text.matchAll(write)].map(([, built, written]) => (built ?? written)!)
      const written = [...literal, ...listedIn(text)].filter((name) => tables.has(name))
      if (byVariable.test(text)) expect(listedIn(text), path).not.toEqual([])
      for (const table of written) owners.set(table, (owners.get(table) ?? new Set()).add(dirname(path)))
    }
    expect(owners.size).toBeGreaterThan(90)
    const shared = [...owners].filter(([, folders]) => folders.size > 1).map(([table]) => table)
    expect(shared).toEqual([])
  })

  test('what is encrypted and stored is in the list of columns that a new key encrypts again', () => {
    expect(users(server, /\bvault\.seal\(|\bsealText\(/).toSorted()).toEqual(
      [
        // The columns of operations/secrets/sealed-columns.ts.
        'apps/server/src/accounts/account/support-token.ts',
        'apps/server/src/assistant/model/connection.ts',
        'apps/server/src/identity/mfa/routes.ts',
        'apps/server/src/identity/sso/oidc/tokens.ts',
        'apps/server/src/identity/sso/setup/routes.ts',
        'apps/server/src/integrations/core/save-setup.ts',
        'apps/server/src/knowledge/registries/credentials.ts',
        'apps/server/src/notifications/channels/core/channel-secret.ts',
        'apps/server/src/scanning/images/routes.ts',
        // Ends within a day: retried responses, logins in progress, messages in the queue.
        'apps/server/src/auth/idempotency/claim.ts',
        'apps/server/src/identity/password-login/save-registration.ts',
        'apps/server/src/identity/sso/sealed-state.ts',
        'apps/server/src/platform/email/send-email-job.ts',
        'apps/server/src/platform/secrets/sealed.ts',
        'apps/server/src/platform/sms/send-sms-job.ts',
      ].toSorted(),
    )
  })

  test('calls make changes in the transaction of their event; only these begin others', () => {
    expect(users(server, /\.transaction\(\)/).toSorted()).toEqual(
      [
        // The first start, before there are calls.
        'apps/server/src/accounts/account/create-first-account.ts',
        // A sync of advisories, in batches: the call that starts it has the event.
        'apps/server/src/knowledge/advisories/sync/affected-branches.ts',
        'apps/server/src/knowledge/advisories/indexes/compile-stale.ts',
        'apps/server/src/knowledge/advisories/ingestion/ingest.ts',
        'apps/server/src/knowledge/advisories/sync/sync-advisories-job.ts',
        'apps/server/src/knowledge/advisories/ingestion/ingest-signals.ts',
        'apps/server/src/knowledge/advisories/ingestion/withdraw-missing.ts',
        // The transaction of calls itself.
        'apps/server/src/accounts/audit/change.ts',
        // The end of an answer of the assistant, which has its own event.
        'apps/server/src/assistant/conversations/ask.ts',
        // The renewal of a session, whose event was recorded when it was opened.
        'apps/server/src/identity/sessions/open-session.ts',
        // A registration, which does not belong to an account yet.
        'apps/server/src/identity/password-login/save-registration.ts',
        // The delivery of events to consumers.
        'apps/server/src/platform/outbox/deliver.ts',
        'apps/server/src/platform/outbox/dispatcher.ts',
        // Jobs.
        'apps/server/src/integrations/core/deliver-job.ts',
        'apps/server/src/assistant/conversations/end-overdue-answers-job.ts',
        'apps/server/src/knowledge/advisories/feeds/feed-store.ts',
        'apps/server/src/knowledge/advisories/sync/plan-syncs-job.ts',
        'apps/server/src/knowledge/releases/fetch-releases-job.ts',
        'apps/server/src/identity/password-login/forgot-password-job.ts',
        'apps/server/src/identity/password-login/verify-address-job.ts',
        'apps/server/src/identity/sso/ldap/check-directory-job.ts',
        'apps/server/src/platform/outbox/handle-event-job.ts',
        'apps/server/src/operations/people/erase-member-job.ts',
        'apps/server/src/operations/people/repeat-erasures.ts',
        'apps/server/src/operations/retention/remove-expired.ts',
        'apps/server/src/reporting/eras/plan-eras-job.ts',
        'apps/server/src/reporting/exports/write-export-job.ts',
        'apps/server/src/notifications/rules/remind-job.ts',
        'apps/server/src/notifications/rules/send-due.ts',
        'apps/server/src/scanning/builds/fail-build.ts',
        'apps/server/src/demo/load-demo.ts',
        'apps/server/src/integrations/datadog/deliver.ts',
        'apps/server/src/integrations/jira/receive-webhook.ts',
        'apps/server/src/integrations/repositories/files/pull-repository-job.ts',
        'apps/server/src/scanning/resolutions/resolve-build-job.ts',
        'apps/server/src/integrations/tickets/plan-tickets.ts',
        'apps/server/src/integrations/core/run-schedules-job.ts',
        'apps/server/src/scanning/builds/documents/compact-documents-job.ts',
        'apps/server/src/scanning/builds/rescan-branches.ts',
        'apps/server/src/scanning/rules/evaluate-daily-job.ts',
        'apps/server/src/scanning/rules/evaluate-policies-job.ts',
        'apps/server/src/scanning/images/check-base-job.ts',
        'apps/server/src/scanning/images/check-image-job.ts',
        'apps/server/src/scanning/images/plan-image-checks-job.ts',
        'apps/server/src/scanning/gaps/rescan-expired-job.ts',
        'apps/server/src/triage/approvals/end-decisions-job.ts',
        'apps/server/src/triage/cases/report-overdue-job.ts',
        // Deletes data that the call has made inaccessible, thousands of rows at a time.
        'apps/server/src/scanning/infrastructure/reevaluate-job.ts',
        'apps/server/src/scanning/removal/delete-project-job.ts',
        'apps/server/src/scanning/scans/prioritize-findings-job.ts',
        'apps/server/src/scanning/scans/scan-branches.ts',
        'apps/server/src/scanning/vex/read-vex-again-job.ts',
      ].toSorted(),
    )
  })

  test('responses about an account are only cached by a key of the whole scope', () => {
    expect(users(server, /\bas (?:CacheKey|Scope)\b/)).toEqual(['apps/server/src/auth/scope.ts'])
    expect(keepers(server).toSorted()).toEqual(
      [
        // The archive that a thread decodes.
        'apps/server/src/knowledge/advisories/ingestion/decode-file.ts',
        // Indexes and texts of advisories, and which are known exploited: all accounts share them.
        'apps/server/src/knowledge/advisories/exploited-store.ts',
        'apps/server/src/knowledge/advisories/indexes/advisories.ts',
        'apps/server/src/knowledge/advisories/clusters/read-briefs.ts',
        'apps/server/src/knowledge/advisories/indexes/shared-indexes.ts',
        // Shared data of the events of one transaction or one preview.
        'apps/server/src/notifications/rules/collect-notifications.ts',
        'apps/server/src/notifications/rules/facts.ts',
        // Documents of the registries that the operator set up.
        'apps/server/src/knowledge/releases/registry-facts.ts',
        // When each host may receive the next request.
        'apps/server/src/knowledge/releases/registry-http.ts',
        // Known passwords and a decoy hash: not account data.
        'apps/server/src/auth/passwords/known-passwords.ts',
        'apps/server/src/auth/passwords/passwords.ts',
        // The number of waiting requests.
        'apps/server/src/scanning/builds/await-build.ts',
        // The files of a form, until the response is sent.
        'apps/server/src/platform/uploads/forms.ts',
        // Counts of the process, whose labels never name an account.
        'apps/server/src/platform/telemetry/registry.ts',
        // Who records the process's spans, the span of a running request, and the sending of spans.
        'apps/server/src/platform/traces/tracing.ts',
        'apps/server/src/platform/traces/trace-requests.ts',
        'apps/server/src/operations/traces/open-tracing.ts',
        // The OpenAPI document, the same for everyone.
        'apps/server/src/operations/routes.ts',
        // The running server, and whether it is stopping.
        'apps/server/src/program.ts',
        // The folder of the embedded database.
        'apps/server/src/platform/database/embedded/full-disk.ts',
        // The number of open streams.
        'apps/server/src/auth/limits/stream-slots.ts',
        // Pending events of open streams, each limited to its scope.
        'apps/server/src/reporting/live/mailbox.ts',
        'apps/server/src/reporting/live/streams.ts',
        // The history of whole accounts, of which each response selects what is in its scope.
        'apps/server/src/reporting/numbers/directory.ts',
        'apps/server/src/reporting/numbers/numbers-thread.ts',
        'apps/server/src/reporting/numbers/exploited.ts',
        'apps/server/src/reporting/numbers/plan-catalog.ts',
        // By a key of the whole scope.
        'apps/server/src/reporting/numbers/answers.ts',
        // The sums of one response.
        'apps/server/src/reporting/numbers/comparison.ts',
        'apps/server/src/reporting/numbers/keyed-sums.ts',
        'apps/server/src/reporting/numbers/standing.ts',
        // Calls that wait for a thread or process.
        'apps/server/src/platform/worker-threads/isolate.ts',
        // By the digest of documents: only their owners can look up their parsed content.
        'apps/server/src/scanning/builds/reading/recent-readings.ts',
        // The database of a thread.
        'apps/server/src/scanning/scans/scan-in-worker.ts',
        // Public keys of proxies, by their address.
        'apps/server/src/identity/sso/header/read-token.ts',
        // Provider documents that are being fetched.
        'apps/server/src/identity/sso/oidc/provider.ts',
        // Directories that do not answer.
        'apps/server/src/identity/sso/ldap/connection.ts',
        // The values of one attribute, while one SCIM PATCH is applied.
        'apps/server/src/identity/scim/list-value.ts',
        // Sizes of files, and workers.
        'apps/server/src/platform/uploads/spool.ts',
        'apps/server/src/platform/worker-threads/work-pool.ts',
      ].toSorted(),
    )
  })
})

describe('names from outside', () => {
  test('are never used as property names: they are keys of maps, or looked up among own properties', () => {
    const isChecked = (path: string) => /^(?:apps|packages)\/\w+\/src\//.test(path) && !isTest(path)
    expect(findDynamicProperties(root, isChecked)).toEqual([
      // The lookup itself, behind Object.hasOwn.
      'packages/engine/src/own-property.ts: object[name]',
    ])
  }, 120_000)
})

test('the tests that rerun on another PostgreSQL are chosen from those that start a server or request a database', () => {
  const asking = sources
    .filter(({ path }) => path.startsWith('apps/server/') && path.endsWith('.test.ts'))
    .filter(({ text }) => /\b(?:startTestServer|freshDatabase)\(/.test(text))
    .map(({ path }) => path)
  const listed = databaseTests()
  expect(asking.length).toBeGreaterThan(50)
  expect(asking.filter((path) => !listed.includes(path))).toEqual([])
  // Starts its own database.
  expect(listed).not.toContain('apps/server/src/platform/database/embedded/embedded.test.ts')
})

test('the tests chosen for another PostgreSQL cover every recorded statement, and include all tests without a record', () => {
  const record = (path: string, ms: number, sent: string[]) => {
    const statements = sent.map((each) => ({ place: each.split(' ')[0]!, shape: each.split(' ').at(-1)! }))
    return { path: `/${path}.test.ts`, ms, statements }
  }
  const records = [
    record('dear', 900, ['a', 'b', 'c']),
    record('cheap', 100, ['a', 'b']),
    record('covered', 100, ['a']),
    // The statement with shape a, sent by another caller.
    record('other-caller', 500, ['d a']),
    record('cheapest', 50, ['e']),
    record('lock-order', 100, ['b']),
    record('platform/queue/queue', 100, []),
  ]
  const tests = [...records.map(({ path }) => path), '/new.test.ts']
  expect(withEveryStatement(tests, records)).toEqual([
    '/lock-order.test.ts',
    '/platform/queue/queue.test.ts',
    '/new.test.ts',
    '/dear.test.ts',
    '/cheapest.test.ts',
  ])
  expect(withEveryStatement(tests, [])).toEqual(tests)
})

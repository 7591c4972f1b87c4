import { type Kysely, sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { insertAccount } from '#accounts/account/store.ts'
import { addFlow } from '#testing/add-flow.ts'
import { fillSeries } from '#testing/fill-series.ts'
import { accountScope } from '#auth/scope.ts'
import { freshDatabase } from '#testing/fresh-database.ts'
import { up } from './005-branch-series.ts'

const fresh = forAllTests(freshDatabase)

/** What the migration removes, as far as it needs it. */
const former = `
  drop table branch_series;
  alter table exclusion drop column changed_in;
  create table finding_day (
    account_uuid uuid, branch_uuid uuid, day date, severity text, cause text, days_to_fix integer, findings integer);
  create table branch_month (account_uuid uuid);
  create function stamp_change() returns trigger language plpgsql as $$ begin return new; end $$;
  create function note_signal_change() returns trigger language plpgsql as $$ begin return null; end $$;
  create trigger project_changed before update on project for each row execute function stamp_change();
  create trigger branch_changed before update on branch for each row execute function stamp_change();
  create trigger advisory_signal_changed after insert on advisory_signal
    for each statement execute function note_signal_change()`

const days = [
  { day: '2024-03-01', severity: 'critical', cause: 'first-scan', days_to_fix: null, findings: 3 },
  { day: '2024-03-02', severity: 'unknown', cause: 'removed', days_to_fix: 12, findings: 2 },
  { day: '2024-03-05', severity: 'high', cause: 'rerated', days_to_fix: null, findings: -1 },
]

test('stored scans and counters become the history that new scans append to', async () => {
  const { db, connection } = fresh
  const scope = accountScope(randomUUID())
  const [projectUuid, branchUuid] = [randomUUID(), randomUUID()]
  await insertAccount(db, { uuid: scope.accountUuid, name: 'A', email: 'a@example.com' })
  await sql`
    insert into project (account_uuid, uuid, url, name, tags) values (${scope.accountUuid}, ${projectUuid}, 'u', 'u', '{}')`.execute(
    db,
  )
  await sql`
    insert into branch (account_uuid, uuid, project_uuid, name)
    values (${scope.accountUuid}, ${branchUuid}, ${projectUuid}, 'main')`.execute(db)
  await sql`
    insert into scan_row (account_uuid, branch_uuid, number, uuid, project_uuid, build_uuid, scanned_at, security_score,
      stability_score, licensing_score, security_penalty, stability_penalty, licensing_penalty, formula_version, outcome,
      component_count, languages, files, vulnerability_count, vulnerability_delta, identified_count, mitigation_count,
      identified_total, addressed_total, libyears, unknown_releases)
    select ${scope.accountUuid}, ${branchUuid}, number, gen_random_uuid(), ${projectUuid}, gen_random_uuid(),
      timestamptz '2024-03-01T23:59:59.999Z' + number * interval '1 hour', number, 1, 1, 1, 1, 1, 1, 'PASS', 1, '{}', '{}',
      number * 2, 2, 3, 1, number * 3, number, case when number % 2 = 0 then number / 3.0 end, nullif(number % 5, 0)
    from generate_series(1, 70) number`.execute(db)
  await fillSeries(connection, scope.accountUuid)
  await addFlow(db, scope, { branchUuid, flow: days })
  const history = async () => {
    const { rows } = await sql<{ points: string; flow: string }>`
      select encode(string_agg(points, ''::bytea order by chunk), 'hex') as points,
        encode(string_agg(flow, ''::bytea order by chunk), 'hex') as flow from branch_series`.execute(db)
    return rows[0]!
  }
  const expected = await history()
  expect([expected.points.length, expected.flow.length]).toEqual([70 * 64, 3 * 32])

  await sql.raw(former).execute(db)
  await sql`
    insert into finding_day select ${scope.accountUuid}, ${branchUuid}, day, severity, cause, days_to_fix, findings
    from json_to_recordset(${JSON.stringify(days)}::json)
      as counted(day date, severity text, cause text, days_to_fix int, findings int)`.execute(db)
  await db.transaction().execute((tx) => up(tx as unknown as Kysely<unknown>))
  expect(await history()).toEqual(expected)
})

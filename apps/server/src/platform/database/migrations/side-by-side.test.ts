import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadRelease, readRelease } from '#testing/load-release.ts'
import { type LoggedDatabase, loggedDatabase } from '#testing/logged-database.ts'
import type { Schema } from '#platform/database/schema.gen.ts'
import { migrate, migrationNames } from '#platform/database/migrate.ts'

// Which migrations keep processes of the version before waiting for longer than a moment, on a large database.

/** Tables that grow with scans, events and feeds. */
const large = [
  'advisory_alias',
  'advisory_package',
  'advisory_record',
  'audit_event',
  'branch_license',
  'branch_series',
  'branch_upgrade',
  'build',
  'build_document',
  'component',
  'component_content',
  'component_use',
  'document',
  'finding',
  'integration_delivery',
  'notification_delivery',
  'notification_item',
  'outbox_event',
  'package_releases',
  'scan',
  'scan_content',
  'scan_row',
]

interface Relation {
  oid: string
  name: string
  /** Another one after the table was rewritten. */
  file: string
  indexes: string[]
}

const relations = async (db: Kysely<Schema>) => {
  const { rows } = await sql<Relation>`
    select oid::text, relname as name, relfilenode::text as file,
      array(select indexrelid::regclass::text from pg_index where indrelid = pg_class.oid) as indexes
    from pg_class where relname = any(${large}::text[]) and relkind = 'r'`.execute(db)
  return rows
}

/** What a migration did to a large table that was there before. */
function changesOf(before: Relation[], after: Relation[]): string[] {
  return before.flatMap((old) => {
    const now = after.find(({ oid }) => oid === old.oid)
    if (!now) return [`drops ${old.name}`]
    const added = now.indexes.filter((index) => !old.indexes.includes(index))
    return [
      ...(now.file === old.file ? [] : [`rewrites ${old.name}`]),
      ...added.map((index) => `builds ${index}`),
    ]
  })
}

const rules: [string, RegExp][] = [
  ['reads all of', /^alter table "?(\w+)"?.*\bset not null\b/],
  [
    'reads all of',
    /^alter table "?(\w+)"?.*\badd (?:constraint|foreign key|check|unique|primary key)\b(?!.*(?:not valid|using index))/,
  ],
  ['writes many rows of', /^(?:update|insert into|delete from) "?(\w+)"?/],
]

const statementsOf = (text: string): string[] =>
  text
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((each) => each.trim().replaceAll(/\s+/g, ' '))

function rulesBroken(texts: readonly string[]): string[] {
  const found = texts.flatMap(statementsOf).flatMap((statement) =>
    rules.flatMap(([what, rule]) => {
      const table = rule.exec(statement)?.[1]
      return table !== undefined && large.includes(table) ? [`${what} ${table}`] : []
    }),
  )
  return [...new Set(found)]
}

/** From when no version promised it: docs/operate/upgrade.md has older processes stopped before. None may be added. */
const before: Record<string, string[]> = {
  '005-branch-series': ['writes many rows of branch_series'],
  '008-advisory-names': ['writes many rows of advisory_record'],
  '011-products-of-statements': ['builds build_subject'],
  '012-texts-by-key': ['rewrites integration_delivery', 'rewrites notification_delivery'],
  '016-narrowed-rescans': ['builds component_with_ancestors'],
  '026-shared-components': [
    'drops component',
    'writes many rows of component_content',
    'writes many rows of component_use',
  ],
  '027-retention': [
    'builds document_of_base',
    'builds document_to_compact',
    'builds build_document_of_digest',
    'reads all of document',
  ],
  '028-quotas-and-turns': ['builds build_turn_of_account', 'builds build_turn'],
  '041-findings-of-projects': ['builds finding_open_by_project'],
  '048-advisory-symbols': ['writes many rows of advisory_record'],
  '051-scan-contents': ['writes many rows of scan_row'],
  '061-finding-priorities': ['builds finding_open_by_ssvc'],
}

describe('on a large database', () => {
  let database: LoggedDatabase
  beforeAll(async () => {
    database = await loggedDatabase()
    const { db } = database
    await sql`drop schema public cascade; create schema public`.execute(db)
    await migrate(db, '001-baseline')
    await loadRelease(db, await readRelease('001-baseline'))
  })
  afterAll(() => database?.drop())

  test.each(migrationNames.slice(1))('%s lets older processes go on', async (name) => {
    const { db, statements } = database
    const earlier = await relations(db)
    statements.length = 0
    expect(await migrate(db, name)).toEqual([name])
    const sent = statements.map(({ sql: text }) => text)
    const found = [...changesOf(earlier, await relations(db)), ...rulesBroken(sent)]
    expect(found.toSorted()).toEqual((before[name] ?? []).toSorted())
  })
})

test.each([
  ['alter table finding alter column uuid set not null', ['reads all of finding']],
  ['alter table finding add constraint c check (true)', ['reads all of finding']],
  ['alter table finding add constraint c check (true) not valid', []],
  ['alter table finding validate constraint c', []],
  ['alter table finding add column a text; update finding set a = 1', ['writes many rows of finding']],
  ['update team set name = name', []],
])('%s', (statement, broken) => {
  expect(rulesBroken([statement])).toEqual(broken)
})

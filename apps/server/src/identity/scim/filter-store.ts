import { type RawBuilder, sql } from 'kysely'
import type { Comparison, Filter } from './parse-filter.ts'
import { invalidFilter } from './scim-problem.ts'
import { ownProperty } from '@assay/engine/own-property.ts'

/** An attribute as SQL expression, and how to compare it. */
interface Column {
  text: RawBuilder<unknown>
  kind: 'text' | 'exact' | 'boolean'
}
type Columns = Record<string, Column>

export const userName = sql<string>`coalesce(member.user_name, member.email)`
const text = (column: RawBuilder<unknown>): Column => ({ text: column, kind: 'text' })
const exact = (column: RawBuilder<unknown>): Column => ({ text: column, kind: 'exact' })
const booleanColumn = (column: RawBuilder<unknown>): Column => ({ text: column, kind: 'boolean' })

const userColumns: Columns = {
  id: text(sql`member.uuid::text`),
  username: text(userName),
  externalid: exact(sql`member.external_id`),
  displayname: text(sql`member.name`),
  'name.formatted': text(sql`member.name`),
  'name.givenname': text(sql`member.given_name`),
  'name.familyname': text(sql`member.family_name`),
  emails: text(sql`member.email`),
  'emails.value': text(sql`member.email`),
  'emails.type': text(sql`'work'`),
  'emails.primary': booleanColumn(sql`true`),
  active: booleanColumn(sql`(member.status <> 'Inactive')`),
  roles: text(sql`member.role`),
  'roles.value': text(sql`member.role`),
}

const groupColumns: Columns = {
  id: text(sql`team.uuid::text`),
  externalid: exact(sql`team.external_id`),
  displayname: text(sql`team.name`),
}

const memberOfTeam = (test: RawBuilder<boolean>) => sql<boolean>`exists (
  select 1 from team_member where team_member.account_uuid = team.account_uuid
    and team_member.team_uuid = team.uuid and ${test})`
const memberId = text(sql`team_member.member_uuid::text`)

/** Condition on a member row. Throws invalidFilter for unknown attributes. */
export function userTest(filter: Filter): RawBuilder<boolean> {
  return testOf(filter, (attribute, compare) => {
    const column = ownProperty(userColumns, attribute)
    return column && compare(column)
  })
}

/** Condition on a team row. */
export function groupTest(filter: Filter): RawBuilder<boolean> {
  return testOf(filter, (attribute, compare) => {
    if (attribute === 'members' || attribute === 'members.value') return memberOfTeam(compare(memberId))
    const column = ownProperty(groupColumns, attribute)
    return column && compare(column)
  })
}

type Resolve = (
  attribute: string,
  compare: (column: Column) => RawBuilder<boolean>,
) => RawBuilder<boolean> | undefined

function testOf(filter: Filter, resolve: Resolve): RawBuilder<boolean> {
  if ('filters' in filter) {
    const between = filter.op === 'and' ? sql` and ` : sql` or `
    const tests = filter.filters.map((each) => testOf(each, resolve))
    return sql<boolean>`(${sql.join(tests, between)})`
  }
  if (filter.op === 'not') return sql<boolean>`(not ${testOf(filter.filter, resolve)})`
  const test = resolve(filter.attribute, (column) =>
    filter.op === 'pr' ? sql<boolean>`(${column.text} is not null)` : compared(column, filter),
  )
  if (!test) throw invalidFilter(`Nothing is found by "${filter.attribute}"`)
  return test
}

function compared(column: Column, { op, value }: Extract<Filter, { op: Comparison }>): RawBuilder<boolean> {
  if (value === null) {
    if (op === 'eq') return sql<boolean>`(${column.text} is null)`
    if (op === 'ne') return sql<boolean>`(${column.text} is not null)`
    throw invalidFilter(`null cannot be compared by "${op}"`)
  }
  const lowercase = String(value).toLowerCase()
  if (column.kind === 'boolean') {
    const isTrue = sql<boolean>`(${column.text} = ${lowercase === 'true'})`
    if (op !== 'eq' && op !== 'ne') throw invalidFilter(`true and false cannot be compared by "${op}"`)
    return op === 'eq' ? isTrue : sql<boolean>`(not ${isTrue})`
  }
  const isExact = column.kind === 'exact'
  // A missing value equals nothing, and "not" of that must be true.
  const stored = sql`coalesce(${isExact ? column.text : sql`lower(${column.text})`}, '')`
  return sql<boolean>`(${operators[op](stored, sql`${isExact ? String(value) : lowercase}::text`)})`
}

type Sql = RawBuilder<unknown>
const operators: Record<Comparison, (stored: Sql, value: Sql) => Sql> = {
  eq: (stored, value) => sql`${stored} = ${value}`,
  ne: (stored, value) => sql`${stored} <> ${value}`,
  co: (stored, value) => sql`position(${value} in ${stored}) > 0`,
  sw: (stored, value) => sql`starts_with(${stored}, ${value})`,
  ew: (stored, value) => sql`right(${stored}, length(${value})) = ${value}`,
  gt: (stored, value) => sql`${stored} > ${value}`,
  ge: (stored, value) => sql`${stored} >= ${value}`,
  lt: (stored, value) => sql`${stored} < ${value}`,
  le: (stored, value) => sql`${stored} <= ${value}`,
}

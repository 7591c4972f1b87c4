import { folderOfTest } from '@assay/engine/testing/temporary-folder.ts'
import { Client } from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { startEmbedded } from './embedded.ts'
import { adminConnectionTo, type EmbeddedConnection } from './running-server.ts'

const log = { info: () => undefined, warn: () => undefined }
let dataFolder: string
beforeEach(() => {
  dataFolder = folderOfTest()
})

async function query(connection: EmbeddedConnection, ...statements: string[]): Promise<unknown[]> {
  const client = new Client(connection)
  await client.connect()
  let rows: unknown[] = []
  try {
    for (const statement of statements) rows = (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
  return rows
}

const isPowerful = `
  select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as "isPowerful"
  from pg_roles where rolname = current_user`
const beyondTheDatabase = [
  `copy (select 1) to program 'true'`,
  `select pg_read_file('/etc/hostname')`,
  `create role other superuser`,
  `alter role current_user superuser`,
  `set session authorization assay`,
  `create database other`,
]

async function expectPowerless(connection: EmbeddedConnection): Promise<void> {
  expect(await query(connection, isPowerful)).toEqual([{ isPowerful: false }])
  for (const statement of beyondTheDatabase)
    await expect(query(connection, statement), statement).rejects.toThrow(
      /permission|must be|denied|does not exist/,
    )
}

test('the role of a new database is no superuser, and owns what it creates', async () => {
  const server = await startEmbedded({ dataFolder, log })
  try {
    await expectPowerless(server.connection)
    await query(server.connection, 'create schema s', 'create table s.t (x int)', 'create table t (x int)')
  } finally {
    await server.stop()
  }
})

test('a database of the superuser is handed over at the start, with everything in it', async () => {
  const first = await startEmbedded({ dataFolder, log })
  const admin = { ...adminConnectionTo(first.connection.host), database: 'assay' }
  // As earlier versions left it.
  await query(
    admin,
    'alter database assay owner to assay',
    'drop role assay_app',
    'create schema queue',
    "create table t (id int generated always as identity primary key, n serial, x text check (x <> ''))",
    'create table parts (at int not null) partition by range (at)',
    'create table parts_1 partition of parts for values from (0) to (9)',
    'create table queue.job (id int references t)',
    'create index on queue.job (id)',
    'create sequence queue.alone',
    'create view queue.jobs as select * from queue.job',
    'create materialized view counted as select count(*) from t',
    `create type mood as enum ('good')`,
    'create domain small as int check (value < 9)',
    `create function f() returns trigger language plpgsql as 'begin return new; end'`,
    'create trigger g before insert on t for each row execute function f()',
    `insert into t (x) values ('kept')`,
  )
  await first.stop()
  for (let start = 0; start < 2; start++) {
    const server = await startEmbedded({ dataFolder, log })
    try {
      await expectPowerless(server.connection)
      expect(await query(server.connection, 'select x from t')).toEqual([{ x: 'kept' }])
      const left = await query(
        server.connection,
        `select relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
         where nspname in ('public', 'queue') and pg_get_userbyid(relowner) <> current_user`,
      )
      expect(left).toEqual([])
    } finally {
      if (start === 0) await server.stop()
    }
    if (start === 0) continue
    await query(
      server.connection,
      `insert into t (x) values ('more')`,
      'insert into queue.job values (1)',
      `select nextval('queue.alone')`,
      'refresh materialized view counted',
      'alter table t add column y mood',
      `alter type mood add value 'bad'`,
      `create or replace function f() returns trigger language plpgsql as 'begin return null; end'`,
      'drop schema queue cascade',
      'drop table t cascade',
      'drop table parts',
      'drop domain small',
    )
    await server.stop()
  }
})

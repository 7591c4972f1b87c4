import { Client } from 'pg'
import { adminConnectionTo, type RunningServer } from './running-server.ts'
import { adminName, databaseName, userName } from './settings.ts'

/**
 * Creates the database, owned by a role that is no superuser: whoever got to send statements could otherwise run programs
 * and read files as the server's user. A database of earlier versions is handed over to that role. Idempotent.
 */
export async function createDatabase(server: RunningServer, isForTests: boolean): Promise<void> {
  const { client } = server
  await createRole(client, isForTests)
  const { rows } = await client.query<{ owner: string }>(
    'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
    [databaseName],
  )
  const owner = rows[0]?.owner
  if (owner === undefined) await client.query(`create database ${databaseName} owner ${userName}`)
  else if (owner !== userName) await handOver(server)
}

async function createRole(client: Client, isForTests: boolean): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [userName])
  // Tests copy databases and limit roles.
  if (rowCount === 0)
    await client.query(
      `create role ${userName} login nosuperuser ${isForTests ? 'createdb createrole' : 'nocreatedb nocreaterole'}`,
    )
}

/** All at once: the owner of the database tells whether it has been done. */
async function handOver({ socketFolder }: RunningServer): Promise<void> {
  const client = new Client({ ...adminConnectionTo(socketFolder), database: databaseName })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(
      `begin; ${handOverObjects}; alter database ${databaseName} owner to ${userName}; commit`,
    )
  } finally {
    await client.end()
  }
}

// REASSIGN OWNED refuses the superuser of initdb, who owns the system's objects as well.
const isOurs = (owner: string, namespace: string) => `
  ${owner} = '${adminName}'::regrole and ${namespace} in (
    select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')`

const handOverObjects = `
  do $$ declare statement text; begin
    for statement in
      select format('alter schema %I owner to ${userName}', nspname) from pg_namespace
      where nspowner = '${adminName}'::regrole and nspname !~ '^pg_' and nspname <> 'information_schema'
      union all
      -- Indexes, and sequences of columns, follow their table.
      select format('alter %s %s owner to ${userName}',
        case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
        pg_class.oid::regclass)
      from pg_class
      where ${isOurs('relowner', 'relnamespace')} and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
        and not exists (
          select from pg_depend
          where classid = 'pg_class'::regclass and objid = pg_class.oid and relkind = 'S' and deptype in ('a', 'i'))
      union all
      select format('alter routine %s owner to ${userName}', pg_proc.oid::regprocedure) from pg_proc
      where ${isOurs('proowner', 'pronamespace')}
      union all
      select format('alter type %s owner to ${userName}', pg_type.oid::regtype) from pg_type
      where ${isOurs('typowner', 'typnamespace')} and typtype in ('e', 'd')
    loop execute statement; end loop;
  end $$`

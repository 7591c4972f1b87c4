/**
 * npm run fleet -- [--clients 100] [--seed 1] [--faults "crash of the leader"] [--from COMMIT]: databases under Patroni,
 * poolers, web processes and workers on machines of their own (network namespaces), broken one after another under
 * load. Needs root, Debian's etcd-server, pgbouncer, haproxy and postgresql, and Patroni 4.0.6 or newer in PATH.
 * docs/evidence/reliability.md has its results, deploy/fleet what it runs.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runFleet } from './drill.ts'

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    faults: { type: 'string' },
    from: { type: 'string' },
  },
})

// Processes, addresses and mounts of the fleet are those of a separate world that ends with this command.
if (process.env['ASSAY_FLEET'] === undefined) {
  const words = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
  // The shell takes over processes whose parents have ended.
  const { status } = spawnSync(
    'unshare',
    [
      ...words,
      'sh',
      '-c',
      '"$@"; exit $?',
      'sh',
      process.execPath,
      join(import.meta.dirname, 'main.ts'),
      ...process.argv.slice(2),
    ],
    {
      stdio: 'inherit',
      env: { ...process.env, ASSAY_FLEET: '1' },
    },
  )
  process.exit(status ?? 1)
}
const failed = await runFleet({
  clients: Number(values.clients),
  seed: Number(values.seed),
  only: values.faults?.split(',').map((name) => name.trim()),
  from: values.from,
})
process.exit(failed > 0 ? 1 : 0)

/**
 * npm run dev: the server, restarted when one of its files changes, and the web app by Vite, which proxies the API.
 * ASSAY_PORT is the port of the web app; the database is in data/dev unless ASSAY_DATA names another folder.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { freePort } from './chaos/free-port.ts'

const root = join(import.meta.dirname, '..')
const web = join(root, 'apps/web')
const vite = join(
  dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json')),
  'bin/vite.js',
)

const port = process.env['ASSAY_PORT'] || '8800'
const apiPort = await freePort()
const settings = {
  ASSAY_DATA: join(root, 'data/dev'),
  ASSAY_LOG_LEVEL: 'warn',
  // Printed instead of sent.
  ASSAY_SMTP_URL: 'console://',
  ASSAY_SMS_URL: 'console://',
  ...process.env,
  ASSAY_PORT: String(apiPort),
  // The only URL that is printed. Browsers support passkeys on localhost, but not on 127.0.0.1.
  ASSAY_PUBLIC_URL: `http://localhost:${port}`,
}

let isStopping = false
let exitCode = 0
const children = [
  start([vite, '--port', port, '--strictPort', '--logLevel', 'warn'], {
    cwd: web,
    env: { ...process.env, ASSAY_DEV_API: `http://127.0.0.1:${apiPort}` },
  }),
  // Killed, it leaves its database running, which the next one finds: Ctrl+C still stops both.
  start(
    [
      '--watch',
      '--watch-kill-signal=SIGKILL',
      '--watch-preserve-output',
      join(root, 'apps/server/src/main.js'),
    ],
    { cwd: root, env: settings },
  ),
]
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
await Promise.all(children.map((child) => once(child, 'exit')))
process.exit(exitCode)

function start(args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }): ChildProcess {
  const child = spawn(process.execPath, args, { ...options, stdio: 'inherit' })
  child.on('error', fail)
  child.on('exit', fail)
  return child
}

/** Stops both if one of them fails. */
function fail(): void {
  if (isStopping) return
  exitCode = 1
  stop()
}

function stop(): void {
  isStopping = true
  for (const child of children) child.kill('SIGTERM')
}

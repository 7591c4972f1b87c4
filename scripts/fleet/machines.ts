import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A machine of the fleet: a network namespace with an address of its own. */
export interface Machine {
  name: string
  address: string
  /** Files of its programs; another user than root may read and write in it. */
  folder: string
  /** Starts a program whose output is appended to a log in the folder. */
  start(program: Program): ChildProcess
  /** Writes a file of deploy/fleet with this machine's values; returns its path. */
  configure(file: string, values: Record<string, string>): string
  /** kill -9 of everything that runs there. */
  crash(): void
  /** Packets neither arrive nor leave, and nobody is told. */
  disconnect(): void
  connect(): void
  /** The end of a program's log. */
  logOf(program: string): string
}

interface Program {
  name: string
  command: readonly [string, ...string[]]
  env?: Record<string, string | undefined>
  /** As the user of databases, who is not root. */
  isUnprivileged?: boolean
}

const network = '10.77.0.0/24'
const bridge = 'assay'
const templates = join(import.meta.dirname, '../../deploy/fleet')
const shownBytes = 20_000

const ip = (...words: string[]) => execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'inherit'] })

/** Makes the switch that connects the machines. The tool itself is 10.77.0.1. */
export function openNetwork(): void {
  // Names of namespaces are files here: in a mount of its own, nothing of them remains.
  mkdirSync('/run/netns', { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', 'assay-fleet', '/run/netns'])
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', bridge, 'type', 'bridge', 'forward_delay', '0')
  ip('addr', 'add', '10.77.0.1/24', 'dev', bridge)
  ip('link', 'set', bridge, 'up')
}

/** Connects a new machine; its folder is a disk of its own with a size in megabytes, if there is one. */
export function addMachine(name: string, host: number, { root, diskMb }: { root: string; diskMb?: number }) {
  const folder = join(root, name)
  mkdirSync(folder)
  if (diskMb !== undefined) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, name, folder])
  chmodSync(folder, 0o777)
  const address = `10.77.0.${host}`
  ip('netns', 'add', name)
  ip('link', 'add', `v-${name}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  ip('link', 'set', `v-${name}`, 'master', bridge, 'up')
  ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
  for (const link of ['lo', 'eth0']) ip('-n', name, 'link', 'set', link, 'up')
  return machineOf({ name, address, folder, root })
}

function machineOf({
  name,
  address,
  folder,
  root,
}: Pick<Machine, 'name' | 'address' | 'folder'> & { root: string }): Machine {
  // Not on its disk, which may be full.
  const logPath = (program: string) => join(root, `${name}-${program}.log`)
  return {
    name,
    address,
    folder,
    start({ name: program, command, env = {}, isUnprivileged = false }) {
      const log = openSync(logPath(program), 'a')
      const words = ['netns', 'exec', name, ...(isUnprivileged ? unprivileged : []), ...command]
      const child = spawn('ip', words, {
        cwd: folder,
        stdio: ['ignore', log, log],
        env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...env },
      })
      child.on('error', () => undefined)
      return child
    },
    configure(file, values) {
      const path = join(folder, file)
      const all: Record<string, string> = {
        NAME: name,
        ADDRESS: address,
        DATA: folder,
        NETWORK: network,
        ...values,
      }
      const text = readFileSync(join(templates, file), 'utf8')
      writeFileSync(
        path,
        text.replaceAll(/\{([A-Z]\w+)\}/g, (_whole, key: string) => all[key] ?? missing(key)),
      )
      return path
    },
    crash() {
      for (const pid of pidsOf(name)) kill(pid)
    },
    disconnect: () => void ip('link', 'set', `v-${name}`, 'down'),
    connect: () => void ip('link', 'set', `v-${name}`, 'up'),
    logOf: (program) => readFileSync(logPath(program), 'utf8').slice(-shownBytes),
  }
}

const unprivileged = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups']

const pidsOf = (name: string) =>
  execFileSync('ip', ['netns', 'pids', name], { encoding: 'utf8' }).split('\n').filter(Boolean).map(Number)

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function missing(key: string): never {
  throw new Error(`A file of deploy/fleet needs ${key}`)
}

import { isAbsolute, delimiter } from 'node:path'

/** The environment of this process, or the part of it that a program gets. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * What a program needs to run and to reach the network. Nothing else is passed: tokens of this and other tools, and
 * variables that make an interpreter load code (NODE_OPTIONS, PYTHONPATH, …), stay here.
 */
const passed = new Set([
  'LANG',
  'LANGUAGE',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'TMPDIR',
  'TEMP',
  'TMP',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ALL_PROXY',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
])

/** For a program that works in a folder it cannot trust: with an empty home, and no PATH that depends on the folder. */
export function programEnvironment(environment: Environment, home: string): Environment {
  const entries = Object.entries(environment).filter(([name]) => passed.has(name.toUpperCase()))
  const folders = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter).filter(isAbsolute)
  return {
    ...Object.fromEntries(entries),
    PATH: folders.join(delimiter),
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: home,
    // Downloads, and the modules of programs that a user has installed by pip.
    ...ofUser(environment),
  }
}

function ofUser({ HOME, XDG_CACHE_HOME, PYTHONUSERBASE }: Environment): Environment {
  if (HOME === undefined || !isAbsolute(HOME)) return {}
  return {
    XDG_CACHE_HOME: XDG_CACHE_HOME ?? `${HOME}/.cache`,
    PYTHONUSERBASE: PYTHONUSERBASE ?? `${HOME}/.local`,
  }
}

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

/** What package managers need besides: their homes, caches and registries, as their user has set them up. */
const ofPackageManagers =
  /^(?:HOME|USERPROFILE|APPDATA|LOCALAPPDATA|USER|LOGNAME|PATH|XDG_\w+|NODE_EXTRA_CA_CERTS|npm_config_(?:registry|cache|cafile|userconfig)|YARN_NPM_REGISTRY_SERVER|PIP_(?:INDEX_URL|CERT)|UV_(?:INDEX_URL|DEFAULT_INDEX|CACHE_DIR)|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|GOPROXY|GOSUMDB|GONOSUMDB|GOPRIVATE|GOPATH|GOMODCACHE|GOCACHE|GOFLAGS|CARGO_HOME|RUSTUP_HOME|RUSTUP_TOOLCHAIN|CARGO_(?:HTTP|NET)_\w+|JAVA_HOME|PYENV_ROOT|VIRTUAL_ENV|COMPOSER_HOME|GEM_HOME|BUNDLE_PATH)$/i

/** For a package manager in a folder of its user; packages' install scripts do not run. */
export const packageManagerEnvironment = (environment: Environment): Environment => ({
  ...Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => passed.has(name.toUpperCase()) || ofPackageManagers.test(name),
    ),
  ),
  CI: 'true',
  npm_config_ignore_scripts: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  YARN_ENABLE_SCRIPTS: 'false',
  YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
  // Installing builds archives, which runs their code.
  UV_NO_SYNC: 'true',
})

import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

/** https://cwrap.org/nss_wrapper.html */
const wrappers = ['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/libnss_wrapper.so`)

/**
 * initdb looks up the name of its user, and users of containers may have none: OpenShift chooses a number. Passes on the
 * variables that give it one, if that is necessary and the library for it is installed.
 */
export async function withUserName<T>(run: (variables: Record<string, string>) => Promise<T>): Promise<T> {
  const library = hasName() ? undefined : wrappers.find(existsSync)
  if (library === undefined) return run({})
  const folder = await mkdtemp(join(tmpdir(), 'assay-user-'))
  try {
    const [passwd, group] = [join(folder, 'passwd'), join(folder, 'group')]
    const [uid, gid] = [process.getuid!(), process.getgid!()]
    await writeFile(passwd, `assay:x:${uid}:${gid}::/:/bin/sh\n`)
    await writeFile(group, `assay:x:${gid}:\n`)
    return await run({ LD_PRELOAD: library, NSS_WRAPPER_PASSWD: passwd, NSS_WRAPPER_GROUP: group })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

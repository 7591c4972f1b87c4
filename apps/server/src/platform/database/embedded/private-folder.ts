import { chmod, mkdir, stat } from 'node:fs/promises'

/** Creates a folder with mode 0700, or restricts an existing one. Folders of other owners are unchanged. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const { uid, mode } = await stat(path)
  const isOurs = process.getuid === undefined || process.getuid() === uid
  if (isOurs && (mode & 0o077) !== 0) await chmod(path, 0o700)
}

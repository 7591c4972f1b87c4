import { chmod, mkdir, stat } from 'node:fs/promises'

/** Makes the folder, or closes one that is there: for its owner alone. One of another owner stays as it is. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const { uid, mode } = await stat(path)
  const isOurs = process.getuid === undefined || process.getuid() === uid
  if (isOurs && (mode & 0o077) !== 0) await chmod(path, 0o700)
}

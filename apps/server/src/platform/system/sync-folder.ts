import { open } from 'node:fs/promises'

/** Makes the names of a folder's files survive a crash of the machine. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

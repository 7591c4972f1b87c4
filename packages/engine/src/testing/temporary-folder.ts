import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

const newFolder = () => mkdtempSync(join(tmpdir(), 'assay-folder-'))

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })

/** A folder of the tests of a file, removed after what they stop after the last of them. */
export function temporaryFolder(): string {
  const folder = newFolder()
  afterAll(() => remove(folder))
  return folder
}

/** A folder of the running test, removed after what the test stops. */
export function folderOfTest(): string {
  const folder = newFolder()
  onTestFinished(() => remove(folder))
  return folder
}

import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyLedger, type Ledger } from './clients.ts'
import { type ChaosDatabase, embeddedDatabase, externalDatabase } from './database.ts'
import { type Disk, openDisk } from './disk.ts'
import { freePort } from './free-port.ts'
import { diagnose } from './diagnose.ts'
import { makeToken, type Product, startLimitMs, startProduct } from './product.ts'
import type { Random } from '../random.ts'

/** The product with its data, for several rounds. */
export interface Installation {
  database: ChaosDatabase
  disk: Disk
  authorization: string
  ledger: Ledger
  /** The running product, restarted if it has ended. */
  running(): Promise<Product>
  end(): Promise<void>
}

/** Creates an installation. Its first start may be killed once or twice. */
export async function makeInstallation(random: Random, postgres: string | null): Promise<Installation> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-chaos-')))
  // PostgreSQL, which runs as another user, must be able to traverse it.
  chmodSync(root, 0o711)
  const volume = join(root, 'volume')
  mkdirSync(volume, { mode: 0o711 })
  const disk = openDisk(volume)
  // The product makes its data folder private.
  const folder = join(volume, 'data')
  mkdirSync(folder)
  const remove = () => {
    disk.unmount()
    rmSync(root, { recursive: true, force: true })
  }
  const database = await openDatabase(postgres, { volume, folder }).catch((error: unknown) => {
    remove()
    throw error
  })
  const options = { folder, database, port: await freePort() }
  let product: Product | null = null
  const running = async () => {
    if (product && !product.hasEnded()) return product
    await database.revive()
    const started = await startProduct(options)
    if (!started.isReady) {
      const problem = await explainStart(started.product, database)
      await started.product.kill()
      throw new StartError(problem)
    }
    product = started.product
    return product
  }
  const end = async () => {
    await product?.kill()
    await database.stop()
    remove()
  }
  try {
    while (random.oneIn(2)) await startProduct(options, 200 + random.below(4_000))
    const authorization = await makeToken((await running()).baseUrl)
    return { database, disk, authorization, ledger: emptyLedger(), running, end }
  } catch (error) {
    await end()
    throw error
  }
}

const openDatabase = async (
  postgres: string | null,
  { volume, folder }: { volume: string; folder: string },
): Promise<ChaosDatabase> => (postgres ? externalDatabase(postgres, volume) : embeddedDatabase(folder))

/** The product did not become ready; the message contains everything that may explain it. */
class StartError extends Error {
  override readonly name = 'StartError'
}

async function explainStart(product: Product, database: ChaosDatabase): Promise<string> {
  const how = product.hasEnded()
    ? `ended with code ${product.exitCode()} before it was ready`
    : `was not ready within ${startLimitMs / 1000} s`
  return `The product ${how}.\n${await diagnose(product, database)}`
}

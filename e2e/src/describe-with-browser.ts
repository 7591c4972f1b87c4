import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { browserPath, sharedBrowser } from './browser.ts'
import type { Product } from './product.ts'
import { type PreparedProduct, startPreparedProduct } from './prepared-product.ts'
import { visit, type BrowserUser, visitAsMember } from './browser-user.ts'

/** Shared by the tests of a file; available from the first `beforeAll` on. */
export interface Stage<P extends Product = Product> {
  readonly product: P
  readonly browser: Browser
  visit(options?: BrowserContextOptions): Promise<BrowserUser>
  /** Opens a path of the product, logged in as its administrator. */
  open(path?: string, options?: BrowserContextOptions): Promise<BrowserUser>
}

/** Tests in a real browser against one running product. Without a browser they are skipped, and reported as such. */
export const describeWithBrowser = (
  name: string,
  define: (stage: Stage<PreparedProduct>) => void,
  settings: NodeJS.ProcessEnv = {},
) => describeProductWithBrowser(name, define, () => startPreparedProduct(settings))

/** The same for a product that needs other servers. */
export function describeProductWithBrowser<P extends Product>(
  name: string,
  define: (stage: Stage<P>) => void,
  start: () => Promise<P>,
): void {
  describe.runIf(browserPath() !== undefined)(name, () => {
    const stage = {
      visit: (options) => visit(stage.browser, options),
      open: (path, options) => visitAsMember(stage.browser, stage.product, { path, ...options }),
    } as { -readonly [key in keyof Stage<P>]: Stage<P>[key] }
    beforeAll(async () => {
      stage.product = await start()
      stage.browser = await sharedBrowser()
    })
    afterAll(async () => {
      for (const context of stage.browser?.contexts() ?? []) await context.close()
      await stage.product?.stop()
    })
    define(stage)
  })
}

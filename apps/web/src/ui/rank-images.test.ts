import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const names = [1, 2, 3].flatMap((rank) => [`${rank}.increase.png`, `${rank}.decrease.png`])

test.each(names)('%s is bundled as a square PNG', (name) => {
  const bytes = readFileSync(new URL(`../../public/${name}`, import.meta.url))
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([56, 56])
})

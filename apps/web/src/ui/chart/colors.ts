import { useSyncExternalStore } from 'react'

const names = ['ink', 'soft', 'line', 'raised', 'accent', 'warm', 'cool'] as const
const tokens: Record<(typeof names)[number], string> = {
  ink: '--ink',
  soft: '--ink-soft',
  line: '--line-soft',
  raised: '--raised',
  accent: '--accent',
  warm: '--risk-moderate',
  cool: '--series',
}

/** Resolved colors for a canvas, without variables or light-dark(). */
export type ChartColors = Readonly<Record<(typeof names)[number], string>>

let current: ChartColors | null = null

/** The palette of the current theme; changes with the theme and for print. */
export const useChartColors = (): ChartColors => useSyncExternalStore(subscribe, read)

function read(): ChartColors {
  if (current) return current
  const probe = document.createElement('span')
  // With reduced motion, changes are short transitions, whose first frame would be read.
  probe.style.transition = 'none'
  document.body.append(probe)
  const resolve = (name: (typeof names)[number]) => {
    probe.style.color = `var(${tokens[name]})`
    return [name, getComputedStyle(probe).color] as const
  }
  current = Object.fromEntries(names.map(resolve)) as ChartColors
  probe.remove()
  return current
}

function subscribe(listener: () => void) {
  const forget = () => {
    current = null
    listener()
  }
  const theme = new MutationObserver(forget)
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const media = ['(prefers-color-scheme: dark)', 'print'].map((each) => matchMedia(each))
  for (const each of media) each.addEventListener('change', forget)
  return () => {
    theme.disconnect()
    for (const each of media) each.removeEventListener('change', forget)
  }
}

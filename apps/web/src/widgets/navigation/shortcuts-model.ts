import { ownProperty } from '@assay/engine/own-property.ts'
export type Shortcut = 'palette' | 'search' | 'help' | 'next' | 'previous'

const single: Readonly<Record<string, Shortcut>> = {
  '/': 'search',
  '?': 'help',
  j: 'next',
  k: 'previous',
}

interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

interface Context {
  /** In a text field. */
  isTyping: boolean
  /** Single-key shortcuts can be turned off, because speech input triggers them accidentally (WCAG 2.1.4). */
  hasSingleKeys: boolean
}

/** The command of a key; null if none. */
export function shortcutOf(pressed: Pressed, { isTyping, hasSingleKeys }: Context): Shortcut | null {
  const { key, ctrlKey, metaKey, altKey } = pressed
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return 'palette'
  if (ctrlKey || metaKey || altKey || isTyping || !hasSingleKeys) return null
  return ownProperty(single, key) ?? null
}

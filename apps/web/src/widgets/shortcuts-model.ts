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

interface Where {
  /** In a field that takes letters. */
  isTyping: boolean
  /** Single keys can be turned off: speech input presses them by accident (WCAG 2.1.4). */
  hasSingleKeys: boolean
}

/** What a key asks for; null is nothing of ours. */
export function shortcutOf(pressed: Pressed, { isTyping, hasSingleKeys }: Where): Shortcut | null {
  const { key, ctrlKey, metaKey, altKey } = pressed
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return 'palette'
  if (ctrlKey || metaKey || altKey || isTyping || !hasSingleKeys) return null
  return Object.hasOwn(single, key) ? single[key]! : null
}

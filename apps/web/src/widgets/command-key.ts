/** What is pressed together with a letter, as the viewer's keyboard names it. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

/** Prints a title and lines without the page around them. */
export function printText(title: string, text: string): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const { contentDocument: paper, contentWindow: view } = frame
  if (!paper || !view) return
  const [heading, lines] = [paper.createElement('h1'), paper.createElement('pre')]
  heading.textContent = title
  lines.textContent = text
  paper.body.append(heading, lines)
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}

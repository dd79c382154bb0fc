// Return every text whose contrast with what lies behind it is below `least` (WCAG 2).
(least) => {
  const numbers = (css) => (css.match(/[\d.]+/g) || []).map(Number);
  const light = (rgb) => {
    const [r, g, b] = rgb.map((v) => v / 255)
      .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  const isSolid = (css) => { const [, , , alpha = 1] = numbers(css); return css !== "none" && alpha === 1; };
  // Behind text in a chart lies the last rectangle drawn before it that holds its middle.
  const behindInChart = (text) => {
    const box = text.getBoundingClientRect(), x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
    const rects = [...text.ownerSVGElement.querySelectorAll("rect")].filter((rect) => {
      const own = rect.getBoundingClientRect(), style = getComputedStyle(rect);
      const before = rect.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING;
      return before && style.opacity === "1" && own.left <= x && x <= own.right && own.top <= y && y <= own.bottom;
    });
    return rects.length ? getComputedStyle(rects.at(-1)).fill : null;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const css = getComputedStyle(at).backgroundColor;
      if (isSolid(css) && numbers(css).length) return css;
    }
    return "rgb(255, 255, 255)";
  };
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement, words = walk.currentNode.textContent.trim();
    if (!words || !element.checkVisibility() || ["SCRIPT", "STYLE", "TITLE", "title"].includes(element.tagName)) continue;
    const isChart = element.tagName === "text", style = getComputedStyle(element);
    const ink = isChart ? style.fill : style.color;
    const back = (isChart && behindInChart(element)) || behind(element);
    const value = contrast(numbers(ink).slice(0, 3), numbers(back).slice(0, 3));
    if (value < least) found.push(`${words.slice(0, 40)}: ${value.toFixed(2)} (${ink} on ${back})`);
  }
  return found;
}

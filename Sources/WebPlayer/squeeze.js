// Takes spaces out of a module where the language needs none. Lines stay, and so do the texts of literals.

/** What may stand before a regular expression; behind anything else, a slash divides. */
const beforeExpression = /(?:^|[(,=:[!&|?{};>\n]|\breturn)\s*$/;
const expression = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const quoted = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y;
/** Plus and minus keep their spaces: two of them together are other operators. */
const needless = / *([{}()[\],;:?=<>&|*/%!]) */g;

/** @param {string} source  without comments */
export function squeezed(source) {
  let result = "";
  let code = "";
  let at = 0;
  /** For each template that is open here, how many braces are open in its expression. */
  const templates = /** @type {number[]} */ ([]);
  /** @param {string} literal */
  const keep = (literal) => {
    result += code.replace(needless, "$1") + literal;
    code = "";
    at += literal.length;
  };
  /** @param {RegExp} pattern */
  const match = (pattern) => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };
  const part = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:\$\{|`)/y;
  /** Behind a backquote, or behind the brace that ends an expression. */
  const template = () => {
    const text = match(part) ?? "";
    keep(text);
    if (text.endsWith("{")) templates.push(0);
  };
  while (at < source.length) {
    const character = source[at];
    const literal = character === '"' || character === "'" ? match(quoted)
      : character === "/" && beforeExpression.test(code || result.at(-1) || "") ? match(expression) : undefined;
    if (literal) {
      keep(literal);
    } else if (character === "`") {
      keep(character);
      template();
    } else if (character === "}" && templates.at(-1) === 0) {
      templates.pop();
      keep(character);
      template();
    } else {
      if (templates.length) templates[templates.length - 1] += character === "{" ? 1 : character === "}" ? -1 : 0;
      code += character;
      at += 1;
    }
  }
  return result + code.replace(needless, "$1");
}

// The article's page under node: its own script, taken at run time from the article's text.
//
//   node article_page.mjs ARTICLE flip|vanish N_GAMES
//
// The script is what lies between <script> and </script> in the file. It is first run whole, as a browser
// would run it, with a `document` that only keeps the text written to it: that run compiles and warms it
// up. Then the page's own function `run` is timed for one rule. One line of JSON is printed, with the page's
// own lines of results: `line` of the timed games, `shown` of the first run.
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";

const LINE_WITH_N = /const N=1000;/;
const WARM_UP_GAMES = 2000;

function pageScript(text) {
  const found = text.match(/<script>([\s\S]*?)<\/script>/);
  if (!found) throw new Error("the article holds no <script> ... </script>");
  if (!LINE_WITH_N.test(found[1])) throw new Error('the page\'s script holds no "const N=1000;"');
  return found[1];
}

function loadedPage(script, nGames) {
  const shown = { textContent: "" };
  const page = { getElementById: () => shown };
  const withN = script.replace(LINE_WITH_N, `const N=${nGames};`);
  const run = new Function("document", `${withN}\nreturn run;`)(page);
  return { run, shown: shown.textContent };
}

function main([article, rule, count]) {
  const nGames = Number(count);
  if (!["flip", "vanish"].includes(rule) || !Number.isInteger(nGames) || nGames < 1) {
    console.error("usage: node article_page.mjs ARTICLE flip|vanish N_GAMES");
    process.exit(2);
  }
  const { run, shown } = loadedPage(pageScript(readFileSync(article, "utf8")), WARM_UP_GAMES);
  const start = performance.now();
  const line = run(rule, nGames);
  const seconds = (performance.now() - start) / 1000;
  const [blackWins, whiteWins] = ["黒勝", "白勝"].map((word) => Number(line.match(`${word}(\\d+)`)[1]));
  console.log(
    JSON.stringify({
      rule,
      n: nGames,
      seconds,
      games_per_second: nGames / seconds,
      black_wins: blackWins,
      white_wins: whiteWins,
      draws: nGames - blackWins - whiteWins,
      line,
      shown,
    }),
  );
}

main(process.argv.slice(2));

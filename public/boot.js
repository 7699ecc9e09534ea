// Runs before the first paint, as plain old JavaScript: sets the messaging app's scheme and insets, shows a message on
// engines that are too old, shows the first screen as the build has rendered it, and fetches the app's first script again
// if it was lost.
(function () {
  var root = document.documentElement;
  var launch = read(launchParameters) || '';
  var user = read(launchUser) || {};
  var hint = read(keptHint) || {};
  // A screen without fields is as public/first-form.js would describe it.
  var NO_FORM = {
    listeners: {},
    isThere: function () {
      return true;
    },
    handOver: function () {},
  };
  // What the Tab key stops at.
  var STOPS = 'a,button,input,summary';
  root.setAttribute('data-scheme', read(chosenScheme) || read(hostScheme) || systemScheme());
  read(showInsets);
  read(showPalette);

  window.addEventListener(
    'error',
    function (event) {
      var lost = event.target;
      if (!lost || lost.type !== 'module') return;
      var visit = read(navigation);
      // A script that is refused for another reason must not cause endless reloads.
      fetchThenReload(lost.src, visit && visit.type === 'reload' ? 10000 : 500);
      say('lost-script', 'lostScript');
    },
    true,
  );

  // The newest features that the app needs: Chrome had all of them by version 110, Safari by 16.4.
  var css = window.CSS;
  if (css && css.supports('height', '1lh') && window.Array.prototype.toSorted) {
    document.addEventListener('readystatechange', function () {
      if (document.readyState !== 'interactive') return;
      read(showFirstScreen);
      // A screen is painted before they need the network and the processor. A hidden page paints none.
      if (document.hidden || !document.getElementById('root').firstChild) read(requestFirstFiles);
      else
        requestAnimationFrame(function () {
          setTimeout(read, 0, requestFirstFiles);
        });
    });
    return;
  }
  say('old-engine', 'oldEngine');

  // As in src/app/main.tsx, which has not arrived yet. The page of the development server names none.
  function requestFirstFiles() {
    var named = document.querySelector('meta[name="first-files"]');
    if (!named || !launch) return;
    var isHome = /^\/(index)?$/.test(location.pathname);
    var path = !isHome ? location.pathname : hint.onboarded === true ? '/index' : '/';
    var files = JSON.parse(named.content);
    var own = files[path.concat(' ', language())] || files[path.concat(' en')] || [];
    // A network may lose them, and engines remember that of all but a plain fetch. The service worker loses none.
    var isFetch = named.getAttribute('data-as') === 'fetch';
    files.page.concat(own).forEach(function (file) {
      var link = document.createElement('link');
      link.rel = isFetch ? 'preload' : 'modulepreload';
      if (isFetch) link.as = 'fetch';
      link.crossOrigin = '';
      link.href = '/'.concat(file);
      document.head.appendChild(link);
    });
  }

  function language() {
    return hint.language || (user.language_code || '').slice(0, 2).toLowerCase();
  }

  // What src/app/main.tsx will show as well, which replaces it. Elsewhere and for others the page stays empty until then.
  function showFirstScreen() {
    var isReturning = hint.onboarded === true;
    var path = isReturning && /^\/(index\/?)?$/.test(location.pathname) ? '/index' : location.pathname;
    if (!isReturning && path !== '/') return;
    if (!user.id || !user.first_name || !hasBridge() || !isPhone() || isOnTheWay()) return;
    var id = 'first-'.concat(path, '-');
    var screen = document.getElementById(id.concat(language())) || document.getElementById(id.concat('en'));
    // The page of the development server has none, and calculators are only in the page that the service worker keeps.
    if (!screen) return;
    root.lang = screen.lang;
    var place = document.getElementById('root');
    place.innerHTML = screen.textContent;
    var use = { tapped: null, focused: null };
    var form = screen.hasAttribute('data-draft')
      ? read(window.irichForm.bind(null, { place: place, screen: screen, own: own, use: use }))
      : NO_FORM;
    if (!form) {
      place.innerHTML = '';
      return;
    }
    place.setAttribute('aria-busy', 'true');
    var hello = place.querySelector('.home-hello');
    if (hello) hello.textContent = hello.textContent.split('{{name}}').join(user.first_name);
    keepUse(place, use, form);
  }

  // What the user does before the app is there, the app gets once it has replaced the screen. A link or a button would load
  // the page again, perhaps without a network.
  function keepUse(place, use, form) {
    var listeners = {
      click: function (event) {
        var target = event.target.closest('a,button');
        use.tapped = target || use.tapped;
        if (target) event.preventDefault();
      },
      focusin: function (event) {
        use.focused = event.target;
      },
      focusout: function () {
        // Replacing the screen takes the focus, too.
        setTimeout(function () {
          if (use.focused !== document.activeElement) use.focused = null;
        });
      },
    };
    var all = [listeners, form.listeners];
    var forAll = function (add) {
      all.forEach(function (group) {
        Object.keys(group).forEach(function (name) {
          place[add](name, group[name]);
        });
      });
    };
    forAll('addEventListener');
    var stops = place.querySelectorAll(STOPS);
    var replaced = new MutationObserver(function () {
      place.removeAttribute('aria-busy');
      forAll('removeEventListener');
      if (!form.isThere()) return;
      replaced.disconnect();
      form.handOver();
      var now = place.querySelectorAll(STOPS);
      var stop = twinOf(use.focused, stops, now);
      if (stop && stop.type !== 'text') stop.focus({ preventScroll: true });
      var target = twinOf(use.tapped, stops, now);
      if (target) target.click();
    });
    replaced.observe(place, { childList: true, subtree: true });
  }

  // The same one in the app's screen, which may have more of them by then.
  function twinOf(element, before, now) {
    var alike = function (elements) {
      return Array.prototype.filter.call(elements, function (one) {
        return keyOf(one) === keyOf(element);
      });
    };
    return element && alike(now)[alike(before).indexOf(element)];
  }

  function keyOf(element) {
    var text = element.tagName === 'BUTTON' && element.textContent;
    return [element.tagName, element.name, element.getAttribute('href') || element.value, text].join(' ');
  }

  // As in src/platform/telegram/bridge.ts and src/app/boot/gate.ts.
  function hasBridge() {
    var proxy = window.TelegramWebviewProxy;
    return (
      (proxy && proxy.postEvent) ||
      (window.external && 'notify' in window.external) ||
      window.parent !== window
    );
  }

  function isPhone() {
    return /^(android|android_x|ios)$/.test(parameter('tgWebAppPlatform'));
  }

  // The user has begun onboarding, or is led back to another screen.
  function isOnTheWay() {
    var draft = own('draft:onboarding');
    return (
      localStorage.getItem(draft) || sessionStorage.getItem(draft) || sessionStorage.getItem(own('wanted'))
    );
  }

  // The page holds the texts of every language.
  function say(id, text) {
    var texts = JSON.parse(document.querySelector('meta[name="boot-texts"]').content);
    var message = document.createElement('p');
    message.id = id;
    message.style.cssText = 'margin:0;padding:32px 24px;font:17px/1.4 sans-serif';
    message.appendChild(
      document.createTextNode(
        (texts[(navigator.language || '').slice(0, 2).toLowerCase()] || texts.en)[text],
      ),
    );
    var show = function () {
      document.body.insertBefore(message, document.body.firstChild);
    };
    if (document.body) show();
    else document.addEventListener('DOMContentLoaded', show);
  }

  // Only a reloaded page requests its first script again. Once the fetch succeeds, the script is in the cache.
  function fetchThenReload(script, wait) {
    setTimeout(function () {
      fetch(script)
        .then(function (answer) {
          // A new release has removed the script: the reloaded page names the new one.
          if (answer.status === 404) return;
          // A captive portal answers every address with an HTML page.
          if (!answer.ok || !/javascript/.test(answer.headers.get('content-type') || '')) {
            throw new Error('unexpected script content');
          }
          return answer.text();
        })
        .then(
          function () {
            location.reload();
          },
          function () {
            fetchThenReload(script, Math.min(wait * 2, 30000));
          },
        );
    }, wait);
  }

  function read(from) {
    try {
      return from();
    } catch (error) {
      if (window.console) console.warn('cannot read before the first paint', error);
    }
  }

  // The insets of the last launch: nothing moves when the messaging app sends the same ones again.
  function showInsets() {
    var kept = JSON.parse(localStorage.getItem('irich:insets') || '{}');
    ['top', 'right', 'bottom', 'left'].forEach(function (side) {
      if (kept[side] >= 0) root.style.setProperty('--safe-'.concat(side), String(kept[side]).concat('px'));
    });
  }

  // The colours that the app has made of the same theme: nothing changes its colour when it makes them again.
  function showPalette() {
    var kept = JSON.parse(localStorage.getItem('irich:palette') || '{}');
    if (kept.theme !== decoded(parameter('tgWebAppThemeParams'))) return;
    if (kept.scheme !== root.getAttribute('data-scheme')) return;
    Object.keys(kept.variables).forEach(function (name) {
      var colour = kept.variables[name];
      if (/^--/.test(name) && /^#[0-9a-f]{6}$/i.test(colour)) root.style.setProperty(name, colour);
    });
  }

  function launchUser() {
    var data = parameter('tgWebAppData');
    // One client sends the fields unencoded, so they appear beside the launch parameters.
    var found = /(?:^|[&=])user=([^&]*)/.exec(/=/.test(data) ? launch : decoded(data));
    return found && JSON.parse(decoded(found[1]));
  }

  // The name of what this browser keeps for the user.
  function own(name) {
    return 'irich:'.concat(user.id, ':', name);
  }

  // As in src/app/boot/boot-hint.ts.
  function keptHint() {
    return JSON.parse(localStorage.getItem(own('boot')));
  }

  // The scheme that the user chose earlier in this app; undefined if that is the messaging app's.
  function chosenScheme() {
    var theme = hint.theme;
    if (theme === 'dark' || theme === 'light') return theme;
  }

  // The messaging app's own rule, as in src/platform/telegram/theme.ts.
  function hostScheme() {
    var theme = JSON.parse(decoded(parameter('tgWebAppThemeParams')) || '{}');
    var hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;
    var ground = hex.exec(theme.bg_color) || hex.exec(theme.secondary_bg_color);
    if (!ground) return;
    var square = function (channel) {
      // An engine that is too old cannot read `**`, and would show no message.
      var part = parseInt(ground[channel], 16);
      return part * part;
    };
    return square(1) * 299 + square(2) * 587 + square(3) * 114 < 14400000 ? 'dark' : 'light';
  }

  function systemScheme() {
    return window.matchMedia && window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }

  function parameter(name) {
    var found = new RegExp(name.concat('=([^&]*)')).exec(launch);
    return found ? found[1] : '';
  }

  function decoded(text) {
    return decodeURIComponent(text.replace(/\+/g, '%20'));
  }

  function navigation() {
    return performance.getEntriesByType ? performance.getEntriesByType('navigation')[0] : null;
  }

  // From this launch's fragment; after a reload from the navigation entry, or from session storage.
  function launchParameters() {
    var isLaunch = /tgWebAppPlatform=/;
    if (isLaunch.test(location.hash)) return location.hash;
    var entry = read(navigation);
    if (entry && isLaunch.test(entry.name)) return entry.name;
    for (var i = 0; i < sessionStorage.length; i++) {
      if (/^irich:\w+:launch$/.test(sessionStorage.key(i)))
        return sessionStorage.getItem(sessionStorage.key(i));
    }
  }
})();

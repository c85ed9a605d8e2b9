"""The boxes that come with the site: a little deck of our own, and the classic settings. Pure.

The cards are ours, not those of the printed game: a table with the printed game types in
its own, and has something to play with until then. Categories A, B and C have three, two
and one gaps. Every solution is a true Python program that does its customer's task, and
no other set does it; the tests run them all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from textwrap import dedent
from typing import Any

from calculators.pythonalgorithm.box import STANDARD_EVENTS, Box
from calculators.pythonalgorithm.box_file import FORMAT, read_box

PRICES = {
    "templates": {
        "A": [15, 15, 15, 20, 26, 33, 40],
        "B": [3, 5, 7, 10, 13, 16, 20],
        "C": [1, 3, 5, 7, 9, 11, 13],
    },
    "kodiki": [1, 3, 5, 7, 9, 11, 13],
}
"""The templates' prices are the older game's, on the same board; for kodiki no source has any."""

TEMPLATES = """
T1 blue A1 Весь путь
    def climb(last):
        result = ⟦1:number⟧
        for n in ⟦2:list⟧:
            ⟦3:statement⟧
        return result

T2 blue A2 С условием
    def collect(numbers):
        result = ⟦1:number⟧
        for n in numbers:
            if ⟦2:condition⟧:
                ⟦3:statement⟧
        return result

T3 blue A3 Показать с условием
    def show(last):
        for n in ⟦1:list⟧:
            if ⟦2:condition⟧:
                ⟦3:statement⟧

T4 yellow A4 Поиск
    def find(numbers):
        for n in ⟦1:list⟧:
            if ⟦2:condition⟧:
                ⟦3:statement⟧
        return None

T5 yellow A5 Положительные заново
    def rebuild(numbers):
        result = ⟦1:list⟧
        for n in ⟦2:list⟧:
            if n > 0:
                ⟦3:statement⟧
        return result

T6 yellow A6 До последнего с условием
    def climb(last):
        result = ⟦1:number⟧
        for n in range(1, last + 1):
            if ⟦2:condition⟧:
                ⟦3:statement⟧
        return result

T7 white A7 Отбор с самого начала
    def select(numbers):
        result = ⟦1:list⟧
        for n in numbers:
            if ⟦2:condition⟧:
                ⟦3:statement⟧
        return result

T8 white A8 Чётные на счёт
    def collect(numbers):
        result = ⟦1:number⟧
        for n in ⟦2:list⟧:
            if n % 2 == 0:
                ⟦3:statement⟧
        return result

T9 white A9 Слово в словах
    def choose(words):
        result = ⟦1:text⟧
        for word in words:
            if ⟦2:condition⟧:
                ⟦3:statement⟧
        return result

T10 blue B1 Начать и накопить
    def collect(numbers):
        result = ⟦1:number⟧
        for n in numbers:
            ⟦2:statement⟧
        return result

T11 blue B2 Найти первое
    def find(numbers):
        for n in ⟦1:list⟧:
            if ⟦2:condition⟧:
                return n
        return None

T12 blue B3 Буквы на счёт
    def count(text):
        result = 0
        for letter in text:
            if ⟦1:condition⟧:
                ⟦2:statement⟧
        return result

T13 yellow B4 Сравнить и запомнить
    def choose(numbers):
        result = numbers[0]
        for n in numbers:
            if ⟦1:condition⟧:
                ⟦2:statement⟧
        return result

T14 yellow B5 От одного до последнего
    def climb(last):
        result = ⟦1:number⟧
        for n in range(1, last + 1):
            ⟦2:statement⟧
        return result

T15 yellow B6 Пройти и изменить
    def change(numbers):
        result = []
        for n in ⟦1:list⟧:
            result.append(⟦2:expression⟧)
        return result

T16 white B7 Только подходящие
    def collect(numbers):
        result = 0
        for n in numbers:
            if ⟦1:condition⟧:
                ⟦2:statement⟧
        return result

T17 white B8 Строка за строкой
    def show(last):
        for n in ⟦1:list⟧:
            print(⟦2:expression⟧)

T18 white B9 Без повторов
    def select(numbers):
        result = ⟦1:list⟧
        for n in numbers:
            if n not in result:
                ⟦2:statement⟧
        return result

T19 blue C1 Пройти и накопить
    def collect(numbers):
        result = 0
        for n in numbers:
            ⟦1:statement⟧
        return result

T20 blue C2 Выбрать одно число
    def choose(numbers):
        result = numbers[0]
        for n in numbers:
            if ⟦1:condition⟧:
                result = n
        return result

T21 blue C3 Слово по буквам
    def spell(text):
        result = ""
        for letter in text:
            result = ⟦1:expression⟧
        return result

T22 yellow C4 Сосчитать подходящие
    def count(numbers):
        result = 0
        for n in numbers:
            if ⟦1:condition⟧:
                result += 1
        return result

T23 yellow C5 Список из списка
    def change(numbers):
        result = []
        for n in numbers:
            result.append(⟦1:expression⟧)
        return result

T24 yellow C6 Собрать из слов
    def join(words):
        result = ""
        for word in words:
            result += ⟦1:expression⟧
        return result

T25 white C7 Отобрать числа
    def select(numbers):
        result = []
        for n in numbers:
            if ⟦1:condition⟧:
                result.append(n)
        return result

T26 white C8 Переложить список
    def copy(numbers):
        result = []
        for n in ⟦1:list⟧:
            result.append(n)
        return result

T27 white C9 Пять строк
    for n in range(1, 6):
        print(⟦1:expression⟧)

T28 yellow C10 Сумма одной строкой
    def total(numbers):
        return sum(⟦1:list⟧)

T29 white C11 Первое в списке
    def first(numbers):
        row = ⟦1:list⟧
        return row[0]

T30 white C12 Длина отбора
    def count(numbers):
        chosen = [n for n in numbers if ⟦1:condition⟧]
        return len(chosen)

T31 blue C13 Список одной строкой
    def change(numbers):
        return [⟦1:expression⟧ for n in numbers]

T32 blue C14 Отбор одной строкой
    def select(numbers):
        return [n for n in numbers if ⟦1:condition⟧]

T33 yellow C15 Новый порядок
    def arrange(numbers):
        result = ⟦1:list⟧
        return result
"""
"""Id, colour, category and number, title; below it the code."""

KODIKI = (
    ("K1 blue K2 yellow K3 white", "number expression", "Ноль", "0"),
    ("K4 blue K5 yellow", "number expression", "Единица", "1"),
    ("K6 white", "number expression", "Первое число", "numbers[0]"),
    ("K7 blue K8 yellow", "list", "От 1 до последнего", "range(1, last + 1)"),
    ("K9 yellow K10 white", "list", "Весь список", "numbers"),
    ("K11 blue K12 yellow K13 white", "list", "По порядку", "sorted(numbers)"),
    ("K14 yellow", "list", "С конца", "numbers[::-1]"),
    ("K15 yellow K16 white", "list", "Пустой список", "[]"),
    ("K17 blue K18 yellow K19 white", "condition", "Чётное", "n % 2 == 0"),
    ("K20 blue K21 yellow K22 white", "condition", "Больше нуля", "n > 0"),
    ("K23 blue", "condition", "Больше найденного", "n > result"),
    ("K24 blue", "condition", "Меньше найденного", "n < result"),
    ("K25 yellow K26 white", "condition", "Гласная", 'letter in "аеёиоуыэюя"'),
    ("K27 white", "condition", "Слово длиннее", "len(word) > len(result)"),
    ("K28 blue K29 yellow K30 white", "statement", "Прибавить число", "result += n"),
    ("K31 white K32 yellow", "statement", "Прибавить один", "result += 1"),
    ("K33 blue K34 yellow", "statement", "Умножить на число", "result *= n"),
    ("K35 white", "statement", "Запомнить число", "result = n"),
    ("K36 yellow K37 white", "statement", "Дописать в список", "result.append(n)"),
    ("K38 yellow", "statement", "Запомнить большее", "if n > result:\n    result = n"),
    ("K39 blue K40 yellow", "statement", "Вернуть число", "return n"),
    ("K41 blue", "statement", "Напечатать число", "print(n)"),
    ("K42 white", "statement", "Запомнить слово", "result = word"),
    ("K43 white", "text expression", "Пустая строка", '""'),
    ("K44 blue K45 yellow", "expression", "Квадрат числа", "n * n"),
    ("K46 yellow K47 white", "expression", "Буква впереди", "letter + result"),
    ("K48 blue K49 white", "expression", "Первая буква", "word[0]"),
    ("K50 blue", "expression", "Звёздочки", '"*" * n'),
)
"""Id and colour of each copy, the gaps that take it, title, code."""

CUSTOMERS = """
Z1 10 same 1
    Функция получает список чисел и возвращает их сумму.
    Для [5, 2, -4] это 3.
    * T19: K28
    * T28: K9
    * T28: K14
    * T28: K12

Z2 10 same 1
    Функция получает список чисел и возвращает, сколько среди них чётных.
    Для [5, 2, -4] это 2.
    * T22: K18
    * T30: K19

Z3 10 same 1
    Функция получает список чисел и возвращает список их квадратов.
    Для [5, 2, -4] это [25, 4, 16].
    * T23: K45
    * T31: K44

Z4 10 same 1
    Функция получает непустой список чисел и возвращает наименьшее из них.
    Для [5, 2, -4] это -4.
    * T20: K24
    * T29: K13

Z5 10 different 1
    Функция получает слово и возвращает его задом наперёд.
    Для «кот» это «ток».
    * T21: K46
    * T21: K47

Z6 10 different 1
    Функция получает список слов и возвращает слово из их первых букв.
    Для «Высшее», «Учебное», «Заведение» это «ВУЗ».
    * T24: K48
    * T24: K49

Z7 15 different 2
    Функция получает слово из строчных русских букв и возвращает, сколько в нём гласных.
    Для «питон» это 2.
    * T12: K25 K31
    * T12: K26 K32

Z8 15 different 2
    Функция получает список чисел и возвращает первое чётное, а если чётных нет, None.
    Для [5, 2, -4] это 2.
    * T11: K9 K19
    * T11: K10 K18

Z9 20 same 3
    Функция получает список чисел и возвращает сумму чётных.
    Для [5, 2, -4] это -2.
    * T2: K1 K17 K28
    * T8: K3 K10 K30
    * T8: K3 K13 K30

Z10 20 same 3
    Функция получает список чисел и возвращает список положительных, в том же порядке.
    Для [5, -4, 2] это [5, 2].
    * T5: K15 K9 K36
    * T7: K16 K22 K37

Z11 15 same 2
    Функция получает список чисел и возвращает их произведение.
    Для [5, 2, -4] это -40, для пустого списка 1.
    * T10: K4 K33

Z12 15 same 2
    Функция получает список чисел и возвращает список без повторов, каждое число на месте его
    первого появления.
    Для [3, 1, 3] это [3, 1].
    * T18: K16 K37

Z13 20 same 3
    Функция получает список слов и возвращает самое длинное, из равных первое.
    Для «я», «лиса», «волк» это «лиса», для пустого списка пустая строка.
    * T9: K43 K27 K42

Z14 20 same 3
    Функция получает число last и печатает чётные числа от 1 до last, каждое на своей строке.
    Для 5 это строки 2 и 4.
    * T3: K7 K17 K41

Z15 20 same 3
    Функция получает список чисел и возвращает последнее положительное, а если таких нет, None.
    Для [5, 2, -4] это 2.
    * T4: K14 K21 K40

Z16 20 different 3
    Функция получает список чисел и возвращает, сколько среди них положительных.
    Для [5, 2, -4] это 2.
    * T2: K1 K21 K31
    * T2: K1 K22 K32
    * T2: K2 K20 K31
    * T2: K2 K21 K31
    * T2: K2 K22 K31
    * T2: K2 K22 K32
    * T2: K3 K20 K32
    * T2: K3 K21 K31
    * T2: K3 K21 K32
    * T2: K3 K22 K32

Z17 10 same 1
    Функция получает список чисел и возвращает список чётных, в том же порядке.
    Для [5, 2, -4] это [2, -4].
    * T25: K19
    * T32: K17

Z18 10 same 1
    Функция получает список чисел и возвращает новый список, по возрастанию.
    Для [5, 2, -4] это [-4, 2, 5].
    * T26: K13
    * T33: K12

Z19 10 different 1
    Программа печатает лесенку из пяти строк: в первой одна звёздочка, в каждой следующей на
    одну больше.
    * T27: K50

Z20 15 same 2
    Функция получает число last и возвращает произведение всех чисел от 1 до last.
    Для 4 это 24.
    * T14: K5 K34

Z21 15 same 2
    Функция получает список чисел и возвращает сумму положительных.
    Для [5, 2, -4] это 7.
    * T16: K22 K30

Z22 15 same 2
    Функция получает список чисел и возвращает их квадраты, начиная с последнего.
    Для [5, 2, -4] это [16, 4, 25].
    * T15: K14 K45

Z23 15 different 2
    Функция получает непустой список чисел и возвращает наибольшее из них.
    Для [5, 2, -4] это 5.
    * T10: K6 K38
    * T13: K23 K35

Z24 15 different 2
    Функция получает число last и печатает квадраты чисел от 1 до last, каждый на своей строке.
    Для 3 это строки 1, 4 и 9.
    * T17: K7 K45
    * T17: K8 K44

Z25 20 same 3
    Функция получает число last и возвращает сумму чётных чисел от 1 до last.
    Для 5 это 6.
    * T6: K2 K18 K29

Z26 20 same 3
    Функция получает число last и возвращает сумму всех чисел от 1 до last.
    Для 4 это 10.
    * T1: K1 K7 K28
    * T6: K2 K21 K29

Z27 20 same 3
    Функция получает список чисел и возвращает первое положительное, а если таких нет, None.
    Для [-4, 2, 5] это 2.
    * T4: K9 K21 K40

Z28 20 same 3
    Функция получает список чисел и возвращает список положительных, начиная с последнего.
    Для [5, -4, 2] это [2, 5].
    * T5: K15 K14 K36

Z29 20 same 3
    Функция получает список чисел и возвращает список положительных, по возрастанию.
    Для [5, -4, 2] это [2, 5].
    * T5: K15 K12 K36

Z30 20 different 3
    Функция получает список чисел и возвращает наименьшее чётное, а если чётных нет, None.
    Для [5, 2, -4] это -4.
    * T4: K11 K19 K39
    * T4: K11 K19 K40
    * T4: K12 K19 K39
    * T4: K13 K17 K39
    * T4: K13 K17 K40
    * T4: K13 K18 K39
    * T4: K13 K19 K39
"""
"""Id, bonus, colours, how many kodiki; the task; each set that does it. Sixteen are displayed."""


def _templates() -> Iterator[dict[str, Any]]:
    for card in TEMPLATES.strip().split("\n\n"):
        head, code = card.split("\n", 1)
        name, colour, place, title = head.split(maxsplit=3)
        yield {
            "id": name,
            "colour": colour,
            "category": place[0],
            "number": int(place[1:]),
            "title": title,
            "code": dedent(code),
        }


def _kodiki() -> Iterator[dict[str, Any]]:
    for copies, fits, title, code in KODIKI:
        words = copies.split()
        for name, colour in zip(words[::2], words[1::2], strict=True):
            yield {"id": name, "colour": colour, "title": title, "code": code, "fits": fits.split()}


def _customers() -> Iterator[dict[str, Any]]:
    for card in CUSTOMERS.strip().split("\n\n"):
        head, *lines = (line.strip() for line in card.split("\n"))
        name, bonus, colours, kodiki = head.split()
        sets = [line[2:].split(": ") for line in lines if line.startswith("* ")]
        yield {
            "id": name,
            "bonus": int(bonus),
            "colours": colours,
            "kodiki": int(kodiki),
            "task": " ".join(line for line in lines if not line.startswith("* ")),
            "solutions": [{"template": card, "kodiki": ids.split()} for card, ids in sets],
        }


SAMPLE: Box = read_box(
    {
        "format": FORMAT,
        "prices": PRICES,
        "templates": list(_templates()),
        "kodiki": list(_kodiki()),
        "customers": list(_customers()),
        "events": STANDARD_EVENTS,
    }
)
"""A complete box to play with, until a table puts in its own."""

CLASSIC: Box = replace(
    SAMPLE, options={"start_tokens": 20, "purchase_tokens": 3, "edge": "nearest"}
)
"""The same cards with the settings of the older game."""
